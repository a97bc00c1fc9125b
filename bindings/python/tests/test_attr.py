import copy
import dataclasses
import sys

import pytest

import perfc
from perfc import constants


def test_each_flag_is_its_bit():
    flags = {name.removeprefix("ATTR_").lower(): value for name, value in vars(constants).items()
             if name.startswith("ATTR_") and "SIZE" not in name and "PRECISE" not in name
             and "KNOWN" not in name}
    assert len(flags) == 38
    for name, bit in flags.items():
        attr = perfc.Attr(**{name: True})
        assert attr.flags == bit
        assert perfc.Attr.from_bytes(attr.to_bytes()) == attr
    assert perfc.Attr(precise_ip=3).flags == 0x18000


def test_bytes_there_and_back():
    attr = perfc.Attr(type=5, config=1 << 63, sample_period=7, sample_type=8, read_format=9,
                      wakeup_events=10, bp_type=11, config1=12, config2=13, branch_sample_type=14,
                      sample_regs_user=15, sample_stack_user=16, clockid=-17, sample_regs_intr=18,
                      aux_watermark=19, sample_max_stack=20, aux_sample_size=21, aux_action=22,
                      sig_data=23, config3=24, config4=25, precise_ip=2, pinned=True,
                      unknown_flags=1 << 63, tail=b"12345678")
    data = attr.to_bytes()
    assert len(data) == constants.ATTR_SIZE_VER9 + 8
    assert perfc.Attr.from_bytes(data) == attr
    assert "precise_ip=2" in repr(attr) and "inherit" not in repr(attr)


def test_an_old_attr_is_filled_up():
    attr = perfc.Attr.from_bytes(perfc.Attr(config=3).to_bytes()[:64])
    assert attr == perfc.Attr(config=3)


def test_unions_have_both_names():
    attr = perfc.Attr()
    attr.sample_freq = 99
    attr.wakeup_watermark = 4096
    attr.bp_addr, attr.bp_len = 0x1000, 4
    assert (attr.sample_period, attr.freq) == (99, True)
    assert (attr.wakeup_events, attr.watermark) == (4096, True)
    assert (attr.config1, attr.config2) == (0x1000, 4)


def test_unions_have_both_names_as_keywords():
    attr = perfc.Attr(sample_freq=99, wakeup_watermark=4096, bp_addr=0x1000, bp_len=4)
    assert (attr.sample_period, attr.freq) == (99, True)
    assert (attr.wakeup_events, attr.watermark) == (4096, True)
    assert (attr.config1, attr.config2) == (0x1000, 4)
    assert perfc.Attr.from_bytes(attr.to_bytes()) == attr


@pytest.mark.parametrize("first, second", [
    ("sample_period", "sample_freq"), ("wakeup_events", "wakeup_watermark"), ("config1", "bp_addr"),
    ("config2", "bp_len")])
def test_both_names_of_a_union_are_one_too_many(first, second):
    with pytest.raises(ValueError, match=f"{second} and {first} are one field"):
        perfc.Attr(**{first: 1, second: 2})


REPLACES = [dataclasses.replace] + ([copy.replace] if sys.version_info >= (3, 13) else [])


@pytest.mark.parametrize("replace", REPLACES)
@pytest.mark.parametrize("fields", [
    {"type": 1}, {"sample_period": 1000, "wakeup_events": 5}, {"sample_freq": 99},
    {"wakeup_watermark": 4096}, {"config1": 1, "config2": 2, "tail": b"12345678"}])
def test_replace_changes_nothing_else(replace, fields):
    attr = perfc.Attr(**fields)
    assert replace(attr) == attr
    assert replace(attr, config=7) == perfc.Attr(**fields, config=7)


@pytest.mark.parametrize("replace", REPLACES)
def test_replace_takes_the_second_name_of_a_union_where_the_first_is_0(replace):
    assert replace(perfc.Attr(type=1), sample_freq=99) == perfc.Attr(type=1, sample_freq=99)
    sampling = perfc.Attr(sample_period=1000)
    with pytest.raises(ValueError, match="sample_freq and sample_period are one field"):
        replace(sampling, sample_freq=99)
    assert replace(sampling, sample_period=0, sample_freq=99) == perfc.Attr(sample_freq=99)


@pytest.mark.parametrize("name, value, words", [
    ("freq", 99, "freq = 99: a flag is True or False; for the number there is sample_freq"),
    ("watermark", 4096, "for the number there is wakeup_watermark"),
    ("inherit", 1, "inherit = 1: a flag is True or False"), ("disabled", "no", "disabled = 'no'")])
def test_a_flag_is_a_bool(name, value, words):
    with pytest.raises(TypeError, match=words):
        perfc.Attr(**{name: value})
    attr = perfc.Attr()
    setattr(attr, name, value)
    with pytest.raises(TypeError, match=words):
        attr.to_bytes()


def test_an_unknown_field_is_refused_with_the_nearest_name():
    with pytest.raises(TypeError, match="no field 'sample_frequency'; did you mean 'sample_freq'"):
        perfc.Attr(sample_frequency=99)
    with pytest.raises(TypeError, match="no field 'zzz'$"):
        perfc.Attr(zzz=1)


@pytest.mark.parametrize("fields", [{"type": -1}, {"type": 1 << 32}, {"sample_max_stack": 70000},
                                    {"config": 1 << 64}])
def test_what_does_not_fit_is_refused(fields):
    with pytest.raises(OverflowError):
        perfc.Attr(**fields).to_bytes()


def test_what_is_no_attr_is_refused_by_its_name():
    with pytest.raises(TypeError, match="config = 'cycles' is no int"):
        perfc.Attr(config="cycles").to_bytes()
    for none in ("cycles", 5):
        with pytest.raises(TypeError, match="no Attr.*Specs takes event strings"):
            perfc.Event(none)


def test_precise_ip_has_two_bits():
    with pytest.raises(ValueError):
        perfc.Attr(precise_ip=4).to_bytes()
    with pytest.raises(ValueError):
        perfc.Attr.from_bytes(b"short")
