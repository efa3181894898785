// Converts qcow2 and VMDK files to raw disks with qemu-img.
import { dirname } from 'node:path'
import { ImageProblem, NO_STORAGE_LEFT, type Conversion } from '#control/frame/image-tools.ts'
import { availableIn } from '#drivers/files/free-space.ts'
import { NOT_FOUND, ProgramFailed, runSandboxed, type Job } from './sandbox.ts'

const MIB = 2 ** 20
const MIN_CPU_SECONDS = 60
/** A disk takes this long at most. Slower than any machine decompresses. */
const MIN_BYTES_PER_SECOND = 20 * MIB
const SPACE_CHECK_MS = 500
/** qemu-img check found only clusters that nothing refers to. */
const ONLY_LEAKS = 3

export async function convertImage({ format, from, to, size, signal, onPercent }: Conversion): Promise<void> {
  const full = new AbortController()
  const job = {
    program: 'qemu-img',
    input: from,
    cpuSeconds: MIN_CPU_SECONDS + size / MIN_BYTES_PER_SECOND,
    outputBytes: size + MIB,
    signal: AbortSignal.any([signal, full.signal]),
  }
  const timer = setInterval(() => {
    void availableIn(dirname(to)).then((free) => free <= 0 && full.abort())
  }, SPACE_CHECK_MS)
  try {
    // a truncated file has no errors for convert, which reads what is missing as zeros
    await run({ ...job, args: ['check', '-q', '-f', format, 'in'] })
    const target = ['-n', '--target-is-zero', '-O', 'raw']
    const convert = { ...job, output: to, args: ['convert', '-p', '-W', '-f', format, ...target, 'in', 'out'] }
    await run(convert, (said) => onPercent(Number(said.match(/[\d.]+(?=\/100%)/g)?.at(-1) ?? 0)))
  } catch (error) {
    if (full.signal.aborted) throw new ImageProblem(NO_STORAGE_LEFT)
    throw error
  } finally {
    clearInterval(timer)
  }
}

async function run(job: Job, onOutput?: (text: string) => void): Promise<void> {
  const { done, stdin, stdout } = await runSandboxed(job)
  stdin.end()
  stdout.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  try {
    await done
  } catch (error) {
    job.signal.throwIfAborted()
    if (!(error instanceof ProgramFailed)) throw error
    if (job.args[0] === 'check' && error.code === ONLY_LEAKS) return
    if (/No space left on device/.test(error.message)) throw new ImageProblem(NO_STORAGE_LEFT)
    if (error.code === NOT_FOUND) throw new ImageProblem('This host has no qemu-img. Install qemu-utils.')
    throw new ImageProblem('The file is damaged or incomplete.')
  }
}
