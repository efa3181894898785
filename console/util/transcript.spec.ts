import { expect, test } from 'vitest'
import { Transcript } from './transcript.ts'

const said = (...pieces: string[]) => {
  const transcript = new Transcript()
  for (const piece of pieces) transcript.add(new TextEncoder().encode(piece))
  return transcript
}

test('colours and movements are left out, lines are kept', () => {
  expect(said('[ \x1b[32mok\x1b[0m ] ready\r\n\x1b]0;title\x07login: ').text()).toBe('[ ok ] ready\nlogin: ')
})

test('what was erased and what was overwritten is gone', () => {
  expect(said('lss\b \b -l\r\n').text()).toBe('ls -l\n')
  expect(said('10 %\r100 %\r\n').text()).toBe('100 %\n')
})

test('a character that came in two pieces is whole, and the length is in bytes', () => {
  const transcript = new Transcript()
  for (const byte of new TextEncoder().encode('€')) transcript.add(Uint8Array.of(byte))
  expect(transcript.text()).toBe('€')
  expect(transcript.length).toBe(3)
})

test('a long one comes in parts, and nothing is lost between them', () => {
  const line = `\x1b[32m${'y'.repeat(60)}\x1b[0m\r\n`
  const transcript = said(...Array.from({ length: 100 }, () => line.repeat(100)), 'login: ')
  const parts = [...transcript.texts()]
  expect(parts.length).toBeGreaterThan(4)
  expect(parts.join('')).toBe(`${`${'y'.repeat(60)}\n`.repeat(10_000)}login: `)
})
