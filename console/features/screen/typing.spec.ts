// Pasted text as key presses.
import { expect, test } from 'vitest'
import { keyPresses } from './typing.ts'

const typed = (text: string) => keyPresses(text).map(({ keysym, down }) => `${down ? '+' : '-'}${keysym.toString(16)}`)

test('each character is pressed and released, with shift where a US keyboard needs it', () => {
  expect(typed('a1')).toEqual(['+61', '-61', '+31', '-31'])
  expect(typed('A|')).toEqual(['+ffe1', '+41', '-41', '-ffe1', '+ffe1', '+7c', '-7c', '-ffe1'])
})

test('line ends of every kind are one Enter', () => {
  const enter = ['+ff0d', '-ff0d']
  expect(typed('\r\n\n\r')).toEqual([...enter, ...enter, ...enter])
})

test('other characters are sent by their code point', () => {
  expect(typed('é')).toEqual(['+e9', '-e9'])
  expect(typed('😀')).toEqual(['+101f600', '-101f600'])
})
