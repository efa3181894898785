// Real files made by qemu-img, xz and zstd: good ones become raw disks, hostile ones are refused, and a program sees nothing of the host.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headerProblem, HEADER_BYTES, virtualSizeOf, type VirtualDisk } from '#contract/image-format.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { makeFetchImage } from './fetch-image.ts'
import { makeImageTools } from './image-tools.ts'
import { runSandboxed, type Job } from './sandbox.ts'
import { needing } from '../../scripts/needs.mjs'

const MIB = 2 ** 20
const { decompress, convert } = makeImageTools(makeOutgoing())
const never = new AbortController().signal

let folder: string
const at = (name: string) => join(folder, name)
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * MIB })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'images-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const headerOf = (file: string) => readFileSync(at(file)).subarray(0, HEADER_BYTES)

async function* from(packed: Uint8Array) {
  for (let offset = 0; offset < packed.length; offset += 100_000) yield packed.subarray(offset, offset + 100_000)
}

async function said(job: Partial<Job>): Promise<string> {
  const limits = { cpuSeconds: 5, outputBytes: MIB, signal: never }
  const { stdin, stdout, done } = await runSandboxed({ program: 'sh', args: [], ...limits, ...job })
  stdin.end()
  let text = ''
  for await (const part of stdout.setEncoding('utf8')) text += part
  await done
  return text
}

const script = (text: string, more: Partial<Job> = {}) => said({ args: ['-c', text], ...more })

/** What was said about the last conversions. */
const percents: number[] = []

async function toRaw(file: string, format: VirtualDisk): Promise<Buffer> {
  const size = virtualSizeOf(headerOf(file))
  writeFileSync(at('out'), '')
  truncateSync(at('out'), size)
  await convert!({
    format,
    from: at(file),
    to: at('out'),
    size,
    signal: never,
    onPercent: (percent) => percents.push(percent),
  })
  return readFileSync(at('out'))
}

describe('a sandboxed program', needing('sandbox'), () => {
  test('sees the system’s programs and the files it is given, and can change only its output', async () => {
    writeFileSync(at('given'), 'given')
    writeFileSync(at('result'), '')
    const files = { input: at('given'), output: at('result') }
    expect((await script('ls -A / /files /old', files)).split(/\s+/)).not.toContain('etc')
    await script('cat in > out', files)
    expect(readFileSync(at('result'), 'utf8')).toBe('given')
    await expect(script('echo changed > in', files)).rejects.toThrow('Read-only')
    await expect(script('echo x > /usr/x')).rejects.toThrow('Read-only')
    await expect(script('echo x > /files/x')).rejects.toThrow('Read-only')
    await expect(script('cat /etc/passwd')).rejects.toThrow('No such file')
    await expect(script(`cat ${at('given')}`)).rejects.toThrow('No such file')
    await expect(script('cat /proc/1/environ')).rejects.toThrow('No such file')
  })

  test('has no network and no rights', async () => {
    const rights = await script('setpriv -d')
    expect(rights).toContain('no_new_privs: 1')
    expect(rights).toContain('Capability bounding set: [none]')
    await expect(script('exec 3<>/dev/tcp/127.0.0.1/22', { program: 'bash' })).rejects.toThrow('unreachable')
    expect(await script('echo "$HOME$RACKWRIGHT_ADMIN_PASSWORD"')).toBe('\n')
  })

  test('has limits on CPU time, memory, output and open files', async () => {
    writeFileSync(at('result'), '')
    await expect(script('while :; do :; done', { cpuSeconds: 1 })).rejects.toThrow()
    await expect(script('head -c 2000000 /usr/bin/* > out', { output: at('result') })).rejects.toThrow()
    expect(statSync(at('result')).size).toBeLessThanOrEqual(MIB)
    expect(await script('ulimit -n; ulimit -v; ulimit -c')).toBe(`64\n${2 * 2 ** 20}\n0\n`)
  })

  test('ends when it is no longer wanted', async () => {
    const controller = new AbortController()
    const sleeping = script('sleep 60', { signal: controller.signal })
    setTimeout(() => controller.abort(), 200)
    await expect(sleeping).rejects.toThrow()
  })
})

describe('decompression', () => {
  const bytes = Buffer.concat([randomBytes(MIB), Buffer.alloc(8 * MIB), randomBytes(7)])
  const pack = {
    gzip: () => gzipSync(bytes),
    xz: () => run('xz', '-0kc', 'plain'),
    zstd: () => run('zstd', '-qc', 'plain'),
  }
  async function unpacked(format: keyof typeof pack, packed: Uint8Array): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for await (const part of decompress[format]!(from(packed), never)) parts.push(part)
    return Buffer.concat(parts)
  }
  beforeAll(() => writeFileSync(at('plain'), bytes))

  const formats = { gzip: {}, xz: needing('xz'), zstd: needing('zstd') }
  for (const format of ['gzip', 'xz', 'zstd'] as const)
    test(`${format} gives the content, and a truncated file is refused`, formats[format], async () => {
      const packed = pack[format]()
      expect((await unpacked(format, packed)).equals(bytes)).toBe(true)
      const damaged = 'The compressed file is damaged or incomplete.'
      await expect(unpacked(format, packed.subarray(0, packed.length - 100))).rejects.toThrow(damaged)
    })

  test('stops when nobody reads on', async () => {
    for await (const part of decompress.gzip!(from(pack.gzip()), never)) {
      expect(part.length).toBeGreaterThan(0)
      break
    }
  })

  test('stops xz when nobody reads on', needing('xz'), async () => {
    for await (const part of decompress.xz!(from(pack.xz()), never)) {
      expect(part.length).toBeGreaterThan(0)
      break
    }
  })
})

describe('conversion', needing('qemu-img'), () => {
  const content = Buffer.concat([randomBytes(MIB), Buffer.alloc(6 * MIB), randomBytes(MIB)])

  beforeAll(() => {
    writeFileSync(at('disk.raw'), content)
    writeFileSync(at('secret'), Buffer.alloc(MIB, 'top secret '))
  })

  test.each([
    ['qcow2', ['-O', 'qcow2']],
    ['qcow2', ['-O', 'qcow2', '-c']],
    ['qcow2', ['-O', 'qcow2', '-o', 'compat=0.10']],
    ['vmdk', ['-O', 'vmdk']],
    ['vmdk', ['-O', 'vmdk', '-o', 'subformat=streamOptimized']],
  ] as const)('%s made with %o becomes a sparse raw disk', async (format, args) => {
    run('qemu-img', 'convert', '-f', 'raw', ...args, 'disk.raw', 'made')
    expect(headerProblem(headerOf('made'))).toBeUndefined()
    percents.length = 0
    expect((await toRaw('made', format)).equals(content)).toBe(true)
    expect(Math.max(...percents)).toBeGreaterThan(0)
    expect(statSync(at('out')).blocks * 512).toBeLessThan(4 * MIB)
  })

  /** As if the header check had a gap: the sandbox alone must keep the secret. */
  async function expectNothingRead(file: string, format: VirtualDisk): Promise<void> {
    writeFileSync(at('out'), '')
    truncateSync(at('out'), 8 * MIB)
    const converted = convert!({
      format,
      from: at(file),
      to: at('out'),
      size: 8 * MIB,
      signal: never,
      onPercent: (percent) => percents.push(percent),
    })
    await expect(converted).rejects.toThrow(/^The file is damaged or incomplete\.$/)
    expect(readFileSync(at('out')).includes('secret')).toBe(false)
  }

  test('a backing file is refused and not read', async () => {
    run('qemu-img', 'create', '-q', '-f', 'qcow2', '-b', at('secret'), '-F', 'raw', 'backed', '8M')
    expect(headerProblem(headerOf('backed'))).toContain('backing file')
    await expectNothingRead('backed', 'qcow2')
  })

  test('an external data file is refused and not read', async () => {
    const options = `data_file=${at('data')},data_file_raw=on`
    run('qemu-img', 'create', '-q', '-f', 'qcow2', '-o', options, 'external', '8M')
    expect(headerProblem(headerOf('external'))).toContain('another file')
    await expectNothingRead('external', 'qcow2')
  })

  test('VMDK extents in other files are refused and not read', async () => {
    run('qemu-img', 'create', '-q', '-f', 'vmdk', '-o', 'subformat=monolithicFlat', 'flat.vmdk', '1M')
    expect(headerProblem(headerOf('flat.vmdk'))).toContain('a description of other VMDK files')
    await expectNothingRead('flat.vmdk', 'vmdk')
    // an embedded description that names another file
    run('qemu-img', 'create', '-q', '-f', 'vmdk', 'hidden.vmdk', '8M')
    const file = openSync(at('hidden.vmdk'), 'r+')
    writeSync(file, Buffer.alloc(8), 0, 8, 12)
    writeSync(
      file,
      `# Disk DescriptorFile\nversion=1\nCID=1\nparentCID=ffffffff\ncreateType="monolithicFlat"\nRW 2048 FLAT "${at('secret')}" 0\n\0`,
      512,
    )
    expect(headerProblem(headerOf('hidden.vmdk'))).toContain('several files')
    await expectNothingRead('hidden.vmdk', 'vmdk')
  })

  test('a huge disk is refused before anything is made of it', () => {
    run('qemu-img', 'create', '-q', '-f', 'qcow2', 'huge', '100T')
    expect(headerProblem(headerOf('huge'))).toContain('larger than 1023 GiB')
  })

  test('a header that promises less than the file holds cannot write past the end', async () => {
    run('qemu-img', 'convert', '-f', 'raw', '-O', 'qcow2', 'disk.raw', 'made')
    writeFileSync(at('out'), '')
    truncateSync(at('out'), MIB)
    const lying = convert!({
      format: 'qcow2',
      from: at('made'),
      to: at('out'),
      size: MIB,
      signal: never,
      onPercent: (percent) => percents.push(percent),
    })
    await expect(lying).rejects.toThrow('The file is damaged or incomplete.')
    expect(statSync(at('out')).size).toBe(MIB)
  })

  test.each(['qcow2', 'vmdk'] as const)('a truncated %s is refused', async (format) => {
    run('qemu-img', 'convert', '-f', 'raw', '-O', format, 'disk.raw', 'cut')
    truncateSync(at('cut'), statSync(at('cut')).size - MIB)
    await expect(toRaw('cut', format)).rejects.toThrow('The file is damaged or incomplete.')
  })
})

describe('fetching', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
      if (request.url === '/gone') return response.writeHead(404).end()
      if (request.url === '/endless') return response.writeHead(200).end('no length'.repeat(1000))
      if (request.url === '/away') return response.writeHead(302, { location: '/file' }).end()
      response.writeHead(200, { 'content-length': 4 }).end('disk')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())
  const fetchAny = makeFetchImage(makeOutgoing({ allowPrivateImages: true })('image'))
  const fetchPublic = makeFetchImage(makeOutgoing()('image'))

  test('follows redirects and announces the size', async () => {
    const { size, content } = await fetchAny(`${url}/away`, never)
    const parts: Uint8Array[] = []
    for await (const part of content) parts.push(part)
    expect([size, Buffer.concat(parts).toString()]).toEqual([4, 'disk'])
  })

  test.each([
    ['/loop', 'from one redirect to the next'],
    ['/gone', 'status 404'],
    ['/endless', 'does not say how large'],
  ])('%s is refused', async (path, reason) => {
    await expect(fetchAny(url + path, never)).rejects.toThrow(reason)
  })

  test.each([
    '127.0.0.1',
    '[::1]',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    'localhost',
  ])('%s is not reached', async (host) => {
    await expect(fetchPublic(`http://${host}:1/`, never)).rejects.toThrow('are not allowed')
  })
})
