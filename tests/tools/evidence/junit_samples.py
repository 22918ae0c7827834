# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What CTest writes of tests that pass, fail, are skipped, or skip some of their cases; for the tests of the recorder."""

JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="x" tests="3">
  <testcase name="pair.texture.array_1d.gpu" status="run" time="0.25"><system-out>fine</system-out></testcase>
  <testcase name="pair.texture.array_1d.emulated" status="notrun" time="0">
    <skipped message="SKIP_RETURN_CODE=77"/><system-out>Running 1 test case...
skipped: the emulated device is not built
</system-out></testcase>
  {}
</testsuite>
"""
FAILED = '<testcase name="compat.attributes" status="fail" time="1"><failure message=""/></testcase>'
# One case that is not recorded beside others, and one alone.
NOT_RECORDED = """<testcase name="oracle.legacy_results.gpu" status="run" time="0.25"><system-out>
case skipped: memory/new: {0}
case skipped: memory/other: of another reason
</system-out></testcase>
<testcase name="oracle.new.gpu" status="notrun" time="0">
  <skipped message="SKIP_RETURN_CODE=77"/><system-out>
case skipped: one: {0}
skipped: {0}
</system-out></testcase>
"""
# Two programs that passed and one that failed with some cases skipped, and one whose cases were all skipped.
IN_PART = """<testcase name="pair.memory.shared_copy.gpu" status="run" time="0.25"><system-out>Running 3 test cases...
case skipped: the_longest_array: too little memory on the device: 9216 MiB needed
case skipped: profile/stores: counters are the emulated device's

*** No errors detected
</system-out></testcase>
<testcase name="pair.memory.read_offset.gpu" status="run" time="0.25"><system-out>
case skipped: profile/loads: counters are the emulated device's
</system-out></testcase>
<testcase name="pair.memory.write_offset.gpu" status="fail" time="0.25"><failure message=""/><system-out>
case skipped: profile/stores: counters are the emulated device's
case skipped: launch
</system-out></testcase>
<testcase name="pair.memory.profile.gpu" status="notrun" time="0">
  <skipped message="SKIP_RETURN_CODE=77"/><system-out>
case skipped: profile/stores: counters are the emulated device's
skipped: counters are the emulated device's
</system-out></testcase>
"""
IN_PART_SAID = """\
5 cases in 3 tests skipped:
  3 cases in 3 tests: counters are the emulated device's
  1 case in 1 test: no reason given
  1 case in 1 test: too little memory on the device: 9216 MiB needed
"""
NOT_STARTED = '<testcase name="lost" status="notrun" time="0"><skipped message="Unable to find executable"/></testcase>'
