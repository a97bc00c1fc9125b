"""Counts one function: its instructions, or on a machine that can't count those (a VM, most
often) the nanoseconds it ran; and its page faults."""
import perfc


def sum_of_squares(count: int) -> int:
    return sum([number * number for number in range(count)])


def print_count(name: str, count: perfc.Count) -> None:
    # Where events take turns on the PMU, this one saw a part of the time only.
    share = "" if count.exact else f" ({count.quality.name}, raw {count.raw})"
    print(f"{name}: {count.scaled}{share}")


def main() -> None:
    try:
        name, event = "instructions", perfc.Event.open("instructions:u")
    except perfc.NotFound:
        name, event = "nanoseconds", perfc.Event.open("task-clock:u")
    with event, perfc.Event.open("page-faults:u") as faults:
        with event.measure() as main_event, faults.measure() as page_faults:
            total = sum_of_squares(1_000_000)
    print("sum:", total)
    print_count(name, main_event.count)
    print_count("page faults", page_faults.count)


main()
