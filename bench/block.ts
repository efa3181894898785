// How long work blocks the event loop: the longest stretch in which nothing else is served. In processor time, which other programs
// on the machine do not change. Of the main thread: V8 compiles and collects garbage on others meanwhile, which blocks nobody.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first number is the time on a processor, in nanoseconds. */
const cpuMs = () => Number.parseInt(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')) / 1e6

/** The longest time between two turns of the event loop while `work` runs. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = cpuMs()
  let isOver = false
  const watch = (): void => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  await work()
  await sleep(1)
  isOver = true
  return longest
}
