"""What each deed of hostile.cc must be called, and how often it is tried.

`named` lists names of abi/findings.def and the counters of the summary (damaged, refused, memory_limited, step_limited); at least
one of them must be there, and no finding outside of it and the genuine bug. "nothing": the deed does not disturb the run.
"""

import dataclasses

GENUINE = "assertion"


@dataclasses.dataclass
class Deed:
    named: tuple
    small: int = 60  # runs in CI
    full: int = 1_000
    options: tuple = ()


DEEDS = {
    # Memory.
    "scribble-anywhere": Deed(("damaged", "refused", "crash", "nothing")),
    "scribble-trace-header": Deed(("damaged", "refused", "crash", "nothing")),
    "scribble-header-and-crash": Deed(("damaged", "abort", "crash")),
    "scribble-channel-header": Deed(("nothing",)),
    "scribble-plan": Deed(("damaged", "refused", "crash", "step_limited", "nothing")),
    "scribble-runtime": Deed(("damaged", "refused", "crash", "deadlock", "uncontrolled_block", "endless_loop"), 12, 100,
                             ("--hang-time=1s",)),
    "huge-sections": Deed(("damaged",)),
    "full-sections": Deed(("damaged",)),
    "false-claim": Deed(("damaged",)),
    "fill-the-channel": Deed(("nothing", "damaged", "crash"), 4, 100),
    "shrink-the-channel": Deed(("nothing",)),
    "unmap-the-channel": Deed(("crash",)),
    "exhaust-stack": Deed(("crash",), 4, 100, ("--minimize=off",)),
    "jump-into-a-dead-frame": Deed(("crash", "nothing", "endless_loop"), 20, 100, ("--hang-time=200ms",)),
    # Processes.
    "fork-many": Deed(("nothing",), 10, 100),
    "fork-chain": Deed(("nothing",), 20, 200),
    "daemonise": Deed(("nothing",)),
    "kill-self": Deed(("crash",)),
    "kill-group": Deed(("crash",)),
    "kill-parent": Deed(("damaged",), 12, 200),
    "stop-self": Deed(("uncontrolled_block",), 5, 20, ("--hang-time=100ms", "--minimize=off")),
    "stop-parent": Deed(("nothing",), 5, 20, ("--hang-time=100ms",)),
    "raise-any": Deed(("crash", "abort", "uncontrolled_block", "endless_loop", "nothing"), 20, 100, ("--hang-time=100ms",)),
    "leave-in-handler": Deed(("exit_code",)),
    "be-traced": Deed(("crash",)),
    "become-another": Deed(("refused",)),
    "become-a-sleeper": Deed(("uncontrolled_block",), 5, 20, ("--hang-time=100ms",)),
    "leave-unseen": Deed(("refused",)),
    # Resources.
    "loop": Deed(("endless_loop",), 12, 200, ("--hang-time=50ms",)),
    "loop-with-events": Deed(("step_limited",), 20, 200, ("--max-steps=20000",)),
    "eat-heap": Deed(("memory_limited",), 4, 50, ("--memory=300M",)),
    "eat-mappings": Deed(("memory_limited",), 4, 50, ("--memory=300M",)),
    "close-all": Deed(("nothing",)),
    "close-the-range": Deed(("nothing",)),
    "open-all": Deed(("nothing",)),
    "talk": Deed(("nothing",), 4),
    "many-threads": Deed(("refused",), 4, 20),
    "limit-everything": Deed(("refused", "crash", "terminate", "damaged"), 20, 1_000),
    "forbid-system-calls": Deed(("nothing", "crash"), 8, 100),
    "move-away": Deed(("nothing",)),
}
