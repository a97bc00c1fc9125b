"""Counts one function: its instructions, or on a machine that can't count those (a VM, most
often) the nanoseconds it ran; and its page faults."""
import perfc
from perfc import Hardware, ReadFormat, Software, Type


def sum_of_squares(count: int) -> int:
    return sum([number * number for number in range(count)])


def counter(type: int, config: int) -> perfc.Event:
    times = ReadFormat.TOTAL_TIME_ENABLED | ReadFormat.TOTAL_TIME_RUNNING
    return perfc.Event(perfc.Attr(type=type, config=config, read_format=times, disabled=True,
                                  exclude_kernel=True, exclude_hv=True))


def print_count(name: str, count: perfc.Count) -> None:
    # Where events take turns on the PMU, this one saw a part of the time only.
    share = "" if count.exact else f" ({count.quality.name}, raw {count.raw})"
    print(f"{name}: {count.scaled}{share}")


def main() -> None:
    try:
        name, event = "instructions", counter(Type.HARDWARE, Hardware.INSTRUCTIONS)
    except perfc.NotFound:
        name, event = "nanoseconds", counter(Type.SOFTWARE, Software.TASK_CLOCK)
    with event, counter(Type.SOFTWARE, Software.PAGE_FAULTS) as faults:
        with event.measure() as main_event, faults.measure() as page_faults:
            total = sum_of_squares(1_000_000)
    print("sum:", total)
    print_count(name, main_event.count)
    print_count("page faults", page_faults.count)


main()
