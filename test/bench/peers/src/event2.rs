//! perf-event2: its Sampler on the ring itself.

use perf_event::data::{Record, Sample};
use perf_event::events::Tracepoint;
use perf_event::{Builder, Sampler};

use crate::ring::{first_word, words, Ring, Source, Sum};
use crate::Reader;

pub struct Sampling(Sampler);

/// The crate's own struct perf_event_attr with our bytes.
pub fn builder(source: &Source) -> Builder<'static> {
    let mut builder = Builder::new(Tracepoint::with_id(0));
    let attr = builder.attrs_mut();
    let size = size_of_val(attr).min(source.attr.len());
    unsafe {
        let bytes = std::ptr::from_mut(attr).cast::<u8>();
        bytes.copy_from_nonoverlapping(source.attr.as_ptr(), size);
    }
    attr.size = size as u32;
    builder
}

/// All that the crate tells of a sample. Of a stack it has as much as is used,
/// and not how large it was asked for.
pub fn sum(sample: &Sample) -> u64 {
    let mut sum = sample.ip().unwrap_or(0);
    let mut add = |value: u64| sum = sum.wrapping_add(value);
    add(sample.pid().unwrap_or(0).into());
    add(sample.tid().unwrap_or(0).into());
    add(sample.time().unwrap_or(0));
    add(sample.cpu().unwrap_or(0).into());
    add(sample.period().unwrap_or(0));
    add(sample.callchain().map_or(0, words));
    if let Some(registers) = sample.regs_user() {
        add(registers.abi.0);
        add(words(&registers.regs));
    }
    if let Some(stack) = sample.stack_user() {
        add(first_word(stack));
        add(stack.len() as u64);
    }
    sum
}

impl Reader for Sampling {
    fn open(source: &Source) -> Option<Self> {
        let counter = builder(source).build().ok()?;
        source.replace(&counter)?;
        let bytes = source.data_pages as usize * 4096;
        counter.sampled(bytes).ok().map(Self)
    }

    fn drain(&mut self, _: &Ring) -> Sum {
        let mut all = Sum::default();
        while let Some(record) = self.0.next_record() {
            if let Ok(Record::Sample(sample)) = record.parse_record() {
                all.add(sum(&sample));
            }
        }
        all
    }
}
