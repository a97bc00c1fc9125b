//! The Rust binding: record by record, and by columns.

use std::os::fd::BorrowedFd;

use perfc::{
    Batch, BatchOptions, Column, Event, ListColumn, Rows, Sample, SampleFields, SampleRoom,
};

use crate::ring::{first_word, words, Ring, Source, Sum};
use crate::Reader;

fn adopt(source: &Source) -> Option<Event> {
    let fd = unsafe { BorrowedFd::borrow_raw(source.fd) };
    let fd = fd.try_clone_to_owned().ok()?;
    let mut event = Event::options().open_fd(fd, source.attr).ok()?;
    event.mmap(source.data_pages).ok()?;
    Some(event)
}

/// As in ../../drain.c it is known which fields there are.
pub struct Records {
    event: Event,
    room: SampleRoom,
    fields: SampleFields,
}

type Decoded<'a> = Sample<'a, &'a SampleRoom>;

fn sum_of_task(sample: &Decoded) -> Option<u64> {
    let task = u64::from(sample.pid()?) + u64::from(sample.tid()?);
    Some(sample.ip()?.wrapping_add(task).wrapping_add(sample.time()?))
}

fn sum_of_plain(sample: &Decoded) -> Option<u64> {
    let sum = sum_of_task(sample)?.wrapping_add(sample.cpu()?.into());
    Some(sum.wrapping_add(sample.period()?))
}

fn sum_with_chain(sample: &Decoded) -> Option<u64> {
    Some(sum_of_plain(sample)?.wrapping_add(words(sample.callchain()?)))
}

fn sum_with_stack(sample: &Decoded) -> Option<u64> {
    let registers = words(sample.user_regs()?).wrapping_add(sample.user_abi()?);
    let stack = sum_of_stack(sample.stack()?).wrapping_add(sample.stack_dyn_size()?);
    let chain = words(sample.callchain()?);
    let sum = sum_of_task(sample)?.wrapping_add(chain);
    Some(sum.wrapping_add(registers).wrapping_add(stack))
}

impl Records {
    #[inline(always)]
    fn all(&mut self, sum: impl Fn(&Decoded) -> Option<u64>) -> Sum {
        let mut all = Sum::default();
        while let Ok(Some(record)) = self.event.next_record() {
            if !record.is_sample() {
                continue;
            }
            if let Ok(sample) = record.sample_in(&mut self.room) {
                all.add(sum(&sample).unwrap_or(0));
            }
        }
        all
    }
}

impl Reader for Records {
    fn open(source: &Source) -> Option<Self> {
        let event = adopt(source)?;
        let fields = SampleFields::from_bits_retain(event.attr().as_raw().sample_type);
        let room = SampleRoom::new();
        Some(Self {
            event,
            room,
            fields,
        })
    }

    fn drain(&mut self, _: &Ring) -> Sum {
        if self.fields.contains(SampleFields::STACK_USER) {
            self.all(sum_with_stack)
        } else if self.fields.contains(SampleFields::CALLCHAIN) {
            self.all(sum_with_chain)
        } else {
            self.all(sum_of_plain)
        }
    }
}

pub struct Columns {
    event: Event,
    batch: Batch,
}

fn sum_of_lists(column: &ListColumn<u64>) -> u64 {
    let lists = column.iter().flatten().map(words);
    lists.fold(0, u64::wrapping_add)
}

fn sum_of_stack(stack: &[u8]) -> u64 {
    first_word(stack).wrapping_add(stack.len() as u64)
}

fn wide(column: Option<Column<u64>>) -> u64 {
    column.map_or(0, |column| words(column.values()))
}

fn narrow(column: Option<Column<u32>>) -> u64 {
    column.map_or(0, |column| {
        column.values().iter().copied().map(u64::from).sum()
    })
}

fn sum_of_rows(rows: &Rows) -> u64 {
    let samples = rows.samples();
    [
        wide(samples.ip()),
        wide(samples.time()),
        wide(samples.period()),
        wide(samples.user_abi()),
        wide(samples.stack_dyn_size()),
        narrow(samples.pid()),
        narrow(samples.tid()),
        narrow(samples.cpu()),
        samples.callchain().map_or(0, |lists| sum_of_lists(&lists)),
        samples.user_regs().map_or(0, |lists| sum_of_lists(&lists)),
        samples.stack().map_or(0, |stacks| {
            let stacks = stacks.iter().flatten().map(sum_of_stack);
            stacks.fold(0, u64::wrapping_add)
        }),
    ]
    .into_iter()
    .fold(0, u64::wrapping_add)
}

impl Reader for Columns {
    fn open(source: &Source) -> Option<Self> {
        let options = BatchOptions {
            views: true,
            ..Default::default()
        };
        let batch = Batch::with_options(options).ok()?;
        let event = adopt(source)?;
        Some(Self { event, batch })
    }

    fn drain(&mut self, _: &Ring) -> Sum {
        let mut all = Sum::default();
        while let Ok(rows) = self.batch.fill(&mut self.event) {
            if rows.is_empty() {
                break;
            }
            all.records += rows.info().samples;
            all.sum = all.sum.wrapping_add(sum_of_rows(&rows));
        }
        all
    }
}
