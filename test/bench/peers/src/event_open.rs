//! perf-event-open: its Sampler on the ring itself.

use perf_event_open::config::{CallChain as Chain, Cpu, Opts, Proc, RegsMask, SampleOn, Size};
use perf_event_open::count::Counter;
use perf_event_open::event::tp::Tracepoint;
use perf_event_open::sample::record::sample::{Abi, CallChain, Sample};
use perf_event_open::sample::record::Record;
use perf_event_open::sample::Sampler;

use crate::ring::{first_word, words, Ring, Source, Sum};
use crate::Reader;

/// The sampler reads as long as its counter lives.
pub struct Sampling {
    sampler: Sampler,
    _counter: Counter,
}

// Of sample_type.
const IP: u64 = 1;
const TID: u64 = 1 << 1;
const TIME: u64 = 1 << 2;
const CALLCHAIN: u64 = 1 << 5;
const CPU: u64 = 1 << 7;
const PERIOD: u64 = 1 << 8;
const REGS_USER: u64 = 1 << 12;
const STACK_USER: u64 = 1 << 13;

// Where they lie in struct perf_event_attr.
const CONFIG: usize = 8;
const SAMPLE_TYPE: usize = 24;
const SAMPLE_REGS_USER: usize = 80;
const SAMPLE_STACK_USER: usize = 88;

const CHAIN: Chain = Chain {
    exclude_user: false,
    exclude_kernel: false,
    defer_user: false,
    max_stack_frames: 0,
};

fn options(source: &Source) -> Opts {
    let kind = source.attr_u64(SAMPLE_TYPE);
    let has = |bit| kind & bit != 0;
    let mut options = Opts {
        sample_on: SampleOn::Count(1),
        ..Opts::default()
    };
    options.record_id_format.task = has(TID);
    options.record_id_format.time = has(TIME);
    options.record_id_format.cpu = has(CPU);
    let format = &mut options.sample_format;
    format.code_addr = has(IP);
    format.period = has(PERIOD);
    format.call_chain = has(CALLCHAIN).then_some(CHAIN);
    format.user_regs = has(REGS_USER).then(|| RegsMask(source.attr_u64(SAMPLE_REGS_USER)));
    let stack = source.attr_u64(SAMPLE_STACK_USER) as u32;
    format.user_stack = has(STACK_USER).then_some(Size(stack));
    options
}

/// The marker that a part of a chain began with, and the part.
fn sum_of_part(part: &CallChain) -> u64 {
    let (marker, addresses) = match part {
        CallChain::Hv(addresses) => (-32, addresses),
        CallChain::Kernel(addresses) => (-128, addresses),
        CallChain::User(addresses) => (-512, addresses),
        CallChain::Guest(addresses) => (-2048, addresses),
        CallChain::GuestKernel(addresses) => (-2176, addresses),
        CallChain::GuestUser(addresses) => (-2560, addresses),
        CallChain::Unknown(addresses) => (0, addresses),
        CallChain::UserDeferred { cookie } => return cookie.wrapping_sub(640),
    };
    words(addresses).wrapping_add_signed(marker)
}

/// All that the crate tells of a sample. Of a stack it has as much as is used,
/// and not how large it was asked for.
fn sum(sample: &Sample) -> u64 {
    let id = &sample.record_id;
    let mut sum = sample.code_addr.map_or(0, |(address, _)| address);
    let mut add = |value: u64| sum = sum.wrapping_add(value);
    if let Some(task) = &id.task {
        add(task.pid.into());
        add(task.tid.into());
    }
    add(id.time.unwrap_or(0));
    add(id.cpu.unwrap_or(0).into());
    add(sample.period.unwrap_or(0));
    for part in sample.call_chain.iter().flatten() {
        add(sum_of_part(part));
    }
    if let Some((registers, abi)) = &sample.user_regs {
        add(match abi {
            Abi::_32 => 1,
            Abi::_64 => 2,
        });
        add(words(registers));
    }
    if let Some(stack) = &sample.user_stack {
        add(first_word(stack));
        add(stack.len() as u64);
    }
    sum
}

impl Reader for Sampling {
    fn open(source: &Source) -> Option<Self> {
        let event = Tracepoint {
            id: source.attr_u64(CONFIG),
        };
        let target = (Proc::CURRENT, Cpu::ALL);
        let counter = Counter::new(event, target, options(source)).ok()?;
        source.replace(counter.file())?;
        let sampler = counter.sampler(source.data_pages.ilog2() as u8).ok()?;
        Some(Self {
            sampler,
            _counter: counter,
        })
    }

    fn drain(&mut self, _: &Ring) -> Sum {
        let mut all = Sum::default();
        for (_, record) in self.sampler.iter().into_iter().flatten() {
            if let Record::Sample(sample) = record {
                all.add(sum(&sample));
            }
        }
        all
    }
}
