# What the scripts of package peers have in common; it stands before each.
#
# A script says what it runs on in its first line, reads a line of parameters and
# the signal, and serves these lines:
#   run K    does its work K times, answers with the nanoseconds of CPU time
#   result   answers with the numbers that the work gives
import platform
import sys
import time

into, out = sys.stdin.buffer, sys.stdout.buffer


def say(data):
    out.write(data)
    out.flush()


def announce(*versions):
    say(" ".join([*versions, "python " + platform.python_version()]).encode() + b"\n")


def serve(work, numbers):
    for line in into:
        command = line.split()
        if command[0] == b"run":
            times = range(int(command[1]))
            begin = time.thread_time_ns()
            for _ in times:
                work()
            say(b"%d\n" % (time.thread_time_ns() - begin))
        elif command[0] == b"result":
            say(numbers(work()))


