//! The members of struct perfc_sample that are numbers, and its ranges.
// Written by tools/generate from bindings/abi.json.

use std::borrow::Borrow;

use crate::flags::SampleFields;
use crate::room::SampleRoom;
use crate::sample::{BranchEntry, Sample};
use perfc_sys as sys;

impl<'a, R: Borrow<SampleRoom>> Sample<'a, R> {
    /// The same id as `id`. It is the first field of a sample, so that the sample's event is known
    /// before its other fields.
    #[inline]
    pub fn identifier(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::IDENTIFIER).then(|| unsafe { (*self.decoded()).identifier })
    }

    /// Instruction pointer.
    #[inline]
    pub fn ip(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::IP).then(|| unsafe { (*self.decoded()).ip })
    }

    /// The process, or 0xffffffff (-1) if it has exited.
    #[inline]
    pub fn pid(&self) -> Option<u32> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::TID).then(|| unsafe { (*self.decoded()).pid })
    }

    /// The thread, or 0xffffffff (-1) if it has exited.
    #[inline]
    pub fn tid(&self) -> Option<u32> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::TID).then(|| unsafe { (*self.decoded()).tid })
    }

    /// Nanoseconds of the attr's clock.
    #[inline]
    pub fn time(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::TIME).then(|| unsafe { (*self.decoded()).time })
    }

    /// An address that belongs to the event, such as that of the data accessed or of a breakpoint.
    #[inline]
    pub fn addr(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::ADDR).then(|| unsafe { (*self.decoded()).addr })
    }

    /// Id of the event. An inherited event has its parent's id.
    #[inline]
    pub fn id(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::ID).then(|| unsafe { (*self.decoded()).id })
    }

    /// Id of the event itself. Each inherited event has its own.
    #[inline]
    pub fn stream_id(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::STREAM_ID).then(|| unsafe { (*self.decoded()).stream_id })
    }

    /// The CPU that wrote the sample.
    #[inline]
    pub fn cpu(&self) -> Option<u32> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::CPU).then(|| unsafe { (*self.decoded()).cpu })
    }

    /// The number of events that this sample stands for.
    #[inline]
    pub fn period(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::PERIOD).then(|| unsafe { (*self.decoded()).period })
    }

    /// They are addresses and markers (`PERFC_CONTEXT_*`); a value of `PERFC_CONTEXT_MAX` or above
    /// is a marker.
    #[inline]
    pub fn callchain(&self) -> Option<&'a [u64]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::CALLCHAIN).then(|| unsafe { self.record().range((*self.decoded()).callchain) })
    }

    /// The data of a tracepoint or BPF program, with padding at their end. They are 4-byte aligned.
    #[inline]
    pub fn raw(&self) -> Option<&'a [u8]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::RAW).then(|| unsafe { self.record().range((*self.decoded()).raw) })
    }

    /// The newest first.
    #[inline]
    pub fn branches(&self) -> Option<&'a [BranchEntry]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::BRANCH_STACK).then(|| unsafe { self.record().range((*self.decoded()).branches) })
    }

    /// One for each branch.
    #[inline]
    pub fn branch_counters(&self) -> Option<&'a [u64]> {
        // SAFETY: where the bit is set the member was written.
        self.has_part(sys::PERFC_PART_BRANCH_COUNTERS).then(|| unsafe { self.record().range((*self.decoded()).branch_counters) })
    }

    /// Index of the newest branch in the hardware's own buffer, or 0xffffffffffffffff (-1).
    #[inline]
    pub fn branch_hw_idx(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has_part(sys::PERFC_PART_BRANCH_HW_IDX).then(|| unsafe { (*self.decoded()).branch_hw_idx })
    }

    /// `PERFC_SAMPLE_REGS_ABI_*`. NONE: a kernel thread, which has no user registers.
    #[inline]
    pub fn user_abi(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::REGS_USER).then(|| unsafe { (*self.decoded()).user_abi })
    }

    /// One for each bit of sample_regs_user; `perfc_decode_register` finds one by its number.
    #[inline]
    pub fn user_regs(&self) -> Option<&'a [u64]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::REGS_USER).then(|| unsafe { self.record().range((*self.decoded()).user_regs) })
    }

    /// From the user's stack pointer on.
    #[inline]
    pub fn stack(&self) -> Option<&'a [u8]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::STACK_USER).then(|| unsafe { self.record().range((*self.decoded()).stack) })
    }

    /// How many of these bytes the kernel could copy.
    #[inline]
    pub fn stack_dyn_size(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::STACK_USER).then(|| unsafe { (*self.decoded()).stack_dyn_size })
    }

    /// The cost of the event, in units of the PMU.
    #[inline]
    pub fn weight(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::WEIGHT).then(|| unsafe { (*self.decoded()).weight })
    }

    /// The first of three costs; the PMU defines their meaning.
    #[inline]
    pub fn weight_var1_dw(&self) -> Option<u32> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::WEIGHT_STRUCT).then(|| unsafe { (*self.decoded()).weight_var1_dw })
    }

    /// The second.
    #[inline]
    pub fn weight_var2_w(&self) -> Option<u16> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::WEIGHT_STRUCT).then(|| unsafe { (*self.decoded()).weight_var2_w })
    }

    /// The third.
    #[inline]
    pub fn weight_var3_w(&self) -> Option<u16> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::WEIGHT_STRUCT).then(|| unsafe { (*self.decoded()).weight_var3_w })
    }

    /// `Perfc_decode_data_src` takes it apart.
    #[inline]
    pub fn data_src(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::DATA_SRC).then(|| unsafe { (*self.decoded()).data_src })
    }

    /// `PERFC_TXN_*` bits. transaction >> `PERFC_TXN_ABORT_SHIFT` is the abort code that the
    /// program passed.
    #[inline]
    pub fn transaction(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::TRANSACTION).then(|| unsafe { (*self.decoded()).transaction })
    }

    /// `PERFC_SAMPLE_REGS_ABI_*`.
    #[inline]
    pub fn intr_abi(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::REGS_INTR).then(|| unsafe { (*self.decoded()).intr_abi })
    }

    /// One for each bit of sample_regs_intr.
    #[inline]
    pub fn intr_regs(&self) -> Option<&'a [u64]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::REGS_INTR).then(|| unsafe { self.record().range((*self.decoded()).intr_regs) })
    }

    /// Data of the AUX area.
    #[inline]
    pub fn aux(&self) -> Option<&'a [u8]> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::AUX).then(|| unsafe { self.record().range((*self.decoded()).aux) })
    }

    /// Physical address of addr.
    #[inline]
    pub fn phys_addr(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::PHYS_ADDR).then(|| unsafe { (*self.decoded()).phys_addr })
    }

    /// Inode of the cgroup; a `PERF_RECORD_CGROUP` has its path.
    #[inline]
    pub fn cgroup(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::CGROUP).then(|| unsafe { (*self.decoded()).cgroup })
    }

    /// Bytes of the page of addr.
    #[inline]
    pub fn data_page_size(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::DATA_PAGE_SIZE).then(|| unsafe { (*self.decoded()).data_page_size })
    }

    /// Bytes of the page of ip.
    #[inline]
    pub fn code_page_size(&self) -> Option<u64> {
        // SAFETY: where the bit is set the member was written.
        self.has(SampleFields::CODE_PAGE_SIZE).then(|| unsafe { (*self.decoded()).code_page_size })
    }

    /// The bytes that PARTIAL or `LEFT_OVER` describes.
    #[inline]
    pub fn rest(&self) -> Option<&'a [u8]> {
        // SAFETY: where the bit is set the member was written.
        self.has_part(sys::PERFC_PART_PARTIAL | sys::PERFC_PART_LEFT_OVER).then(|| unsafe { self.record().range((*self.decoded()).rest) })
    }
}

/// Gives a macro the names of all members, behind what it is given here.
macro_rules! with_members {
    ($call:ident, $($argument:ident),*) => {
        $call!(
            $($argument,)*
            identifier
            ip
            pid
            tid
            time
            addr
            id
            stream_id
            cpu
            period
            read
            callchain
            raw
            branches
            branch_counters
            branch_hw_idx
            user_abi
            user_regs
            stack
            stack_dyn_size
            weight
            weight_var1_dw
            weight_var2_w
            weight_var3_w
            data_src
            transaction
            intr_abi
            intr_regs
            aux
            phys_addr
            cgroup
            data_page_size
            code_page_size
            rest
        )
    };
}
pub(crate) use with_members;
