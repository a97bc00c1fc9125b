module libperfc

go 1.24.0

require (
	github.com/cilium/ebpf v0.20.0
	golang.org/x/sys v0.37.0
)
