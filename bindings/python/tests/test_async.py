"""Records and waits in tasks of asyncio."""
import asyncio
import subprocess
import sys
import threading
import time

import pytest

import perfc
from conftest import cpu_clock, needs_perf, work

pytestmark = needs_perf


@pytest.fixture
def worker():
    """A process that works once a line tells it to, and then ends."""
    with subprocess.Popen([sys.executable, "-c", "input(); sum(range(5000000))"],
                          stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


def watched(process):
    """Its samples from go() on."""
    event = perfc.Event(cpu_clock(wakeup_events=1), pid=process.pid)
    event.mmap(16)
    return event


def go(event, process):
    event.enable()
    process.stdin.write(b"\n")
    process.stdin.flush()


@pytest.mark.parametrize("of_stream", [False, True], ids=["event", "stream"])
def test_records_come_until_their_target_is_gone(worker, of_stream):
    async def gather(source):
        return [record async for record in source]

    async def run(source, event):
        task = asyncio.create_task(gather(source))
        await asyncio.sleep(0)  # It waits by now.
        go(event, worker)
        return await asyncio.wait_for(task, 60)

    with watched(worker) as event, perfc.Stream() as stream:
        if of_stream:
            stream.add(event)
        records = asyncio.run(run(stream if of_stream else event, event))
        assert len(records) > 3
        if of_stream:
            assert {one.event for one in records} == {event}
            records = [one.record for one in records]
        assert {record.decode().pid for record in records} == {worker.pid}


def test_other_tasks_run_and_a_wait_costs_nothing(worker):
    async def run(event):
        waits, ticks = [], 0
        event.wait = lambda timeout: waits.append(timeout) or perfc.Event.wait(event, timeout)
        task = asyncio.create_task(event.ready())
        for ticks in range(20):
            await asyncio.sleep(0.005)
        assert not task.done() and ticks == 19
        assert len(waits) <= 3, "it looks before and after add_reader, and then only if woken"
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with watched(worker) as event:
        asyncio.run(run(event))


def test_a_target_that_is_gone_leaves_a_stream_of_others_idle(worker, busy):
    """Its end is a wake-up that stays; the stream no longer watches it."""
    async def run(stream, gone):
        go(gone, worker)
        await asyncio.to_thread(worker.wait)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                async for _ in stream:
                    pass
        begin = time.process_time()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await stream.ready()
        assert time.process_time() - begin < 0.5

    with watched(worker) as gone, perfc.Stream() as stream, \
            perfc.Event(cpu_clock(), pid=busy) as idle:
        idle.mmap(8)
        stream.add(gone)
        stream.add(idle)
        asyncio.run(run(stream, gone))


@pytest.mark.parametrize("of_stream", [False, True], ids=["event", "stream"])
def test_cancellation_leaves_nothing_behind(worker, of_stream):
    async def run(source, event):
        task = asyncio.create_task(anext(aiter(source)))
        await asyncio.sleep(0)
        for end in (source.close, event.munmap)[:1 if of_stream else 2]:
            with pytest.raises(BufferError, match="a task waits for the .*: cancel it first"):
                end()
        with pytest.raises(perfc.ConcurrentUseError, match="another task waits"):
            await source.ready()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not asyncio.get_running_loop().remove_reader(source.fileno())
        go(event, worker)
        await asyncio.wait_for(source.ready(), 60)

    with watched(worker) as event, perfc.Stream() as stream:
        if of_stream:
            stream.add(event)
        asyncio.run(run(stream if of_stream else event, event))


@pytest.mark.parametrize("of_stream", [False, True], ids=["event", "stream"])
def test_wake_ends_the_wait_of_a_task(worker, of_stream):
    async def run(source):
        task = asyncio.create_task(source.ready())
        await asyncio.sleep(0)
        thread = threading.Thread(target=source.wake)
        thread.start()
        with pytest.raises(perfc.Canceled):
            await asyncio.wait_for(task, 60)
        thread.join()

    with watched(worker) as event, perfc.Stream() as stream:
        if of_stream:
            stream.add(event)
        asyncio.run(run(stream if of_stream else event))


def test_a_full_ring_leaves_others_their_turn(event):
    async def tick(ticks):
        while True:
            ticks.append(1)
            await asyncio.sleep(0)

    async def run():
        ticks, records = [], 0
        ticking = asyncio.create_task(tick(ticks))
        async for _ in event:
            records += 1
            if records == 200:
                break
        ticking.cancel()
        return len(ticks)

    event.set_period(10_000)
    event.enable()
    while event.control_page().data_head < 40 * 400:
        work(100_000)
    event.disable()
    assert asyncio.run(run()) >= 3


def test_what_is_not_mapped_is_said():
    async def run():
        with perfc.Event(cpu_clock()) as event:
            with pytest.raises(perfc.WrongState):
                await event.ready()

    asyncio.run(run())
