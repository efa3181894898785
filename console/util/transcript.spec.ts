import { expect, test } from 'vitest'
import { Transcript } from './transcript.ts'

const said = (...pieces: string[]) => {
  const transcript = new Transcript()
  for (const piece of pieces) transcript.add(new TextEncoder().encode(piece))
  return transcript
}

test('drops colors and cursor movements and keeps lines', () => {
  expect(said('[ \x1b[32mok\x1b[0m ] ready\r\n\x1b]0;title\x07login: ').text()).toBe('[ ok ] ready\nlogin: ')
})

test('drops erased and overwritten text', () => {
  expect(said('lss\b \b -l\r\n').text()).toBe('ls -l\n')
  expect(said('10 %\r100 %\r\n').text()).toBe('100 %\n')
})

test('joins a character split across two chunks, and counts the length in bytes', () => {
  const transcript = new Transcript()
  for (const byte of new TextEncoder().encode('€')) transcript.add(Uint8Array.of(byte))
  expect(transcript.text()).toBe('€')
  expect(transcript.length).toBe(3)
})

test('a long transcript is returned in parts without loss', () => {
  const line = `\x1b[32m${'y'.repeat(60)}\x1b[0m\r\n`
  const transcript = said(...Array.from({ length: 100 }, () => line.repeat(100)), 'login: ')
  const parts = [...transcript.texts()]
  expect(parts.length).toBeGreaterThan(4)
  expect(parts.join('')).toBe(`${`${'y'.repeat(60)}\n`.repeat(10_000)}login: `)
})
