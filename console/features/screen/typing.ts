// Text as key presses. The guest knows only keys, so what it reads depends on its keyboard layout; these are those of a US keyboard.

const SHIFT = 0xff_e1
const NAMED: Record<string, number> = { '\n': 0xff_0d, '\t': 0xff_09, '\b': 0xff_08, '\u001B': 0xff_1b }
const SHIFTED = /[A-Z~!@#$%^&*()_+{}|:"<>?]/

export interface KeyPress {
  keysym: number
  down: boolean
}

/** Symbols of X11: Latin characters have their own code, all others a code above. */
const keysymOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return NAMED[character] ?? (code < 0x1_00 ? code : 0x1_00_00_00 + code)
}

export function keyPresses(text: string): KeyPress[] {
  return [...text.replaceAll(/\r\n?/g, '\n')].flatMap((character) => {
    const keysym = keysymOf(character)
    const press = [
      { keysym, down: true },
      { keysym, down: false },
    ]
    if (!SHIFTED.test(character)) return press
    return [{ keysym: SHIFT, down: true }, ...press, { keysym: SHIFT, down: false }]
  })
}
