// What a password must be that people choose for themselves: long, and none that an attacker tries first. Pure, for every form and operation
// that lets people choose one.
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { invalidRequest } from '../../frame/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

interface Silo {
  min_password_length: number | null
}

export const minimumOf = (silo?: Silo) => Math.max(MIN_PASSWORD_LENGTH, silo?.min_password_length ?? 0)

/** What is wrong with the password, to be shown to whoever chose it. */
export function passwordProblem(password: string, username: string, silo?: Silo): string | undefined {
  const problem = lengthProblem(password, minimumOf(silo))
  if (problem) return problem
  if (isCommon(password, username)) return 'the password is too common; choose one that others do not use'
  return undefined
}

const lengthProblem = (password: string, minimum: number) =>
  [...password].length < minimum ? `the password must have at least ${minimum} characters` : undefined

export function assertGoodPassword(password: string, username: string, silo: Silo): void {
  const problem = passwordProblem(password, username, silo)
  if (problem) throw invalidRequest(problem)
}

/** For published operations of administrators, which know no other rule than the silo's. */
export function assertLongEnough(password: string, { min_password_length }: Silo): void {
  const problem = lengthProblem(password, min_password_length ?? 0)
  if (problem) throw invalidRequest(problem)
}

/** Fewer different characters are no password, however long. */
const MIN_DIFFERENT = 5
/** Rows of keyboards, letters and digits: whoever runs a finger along them makes the first password that is tried. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]
const WALKS = ROWS.flatMap((row) => [row + row, [...(row + row)].reverse().join('')])
/** Shorter ones occur in words. */
const MIN_WALK = 4

function isCommon(password: string, username: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (new Set(text).size < MIN_DIFFERENT) return true
  const known = (word: string) => COMMON_PASSWORDS.has(word) || word === onlyCharacters(username.toLowerCase())
  // with and without digits, because they are part of some and added to others
  const forms = [text, text.replaceAll(/^[^a-z]+|[^a-z]+$/g, ''), text.replaceAll(/^[\W_]+|[\W_]+$/g, '')]
  return forms.some((form) => [form, withoutDisguise(form)].some((each) => isMadeOf(onlyCharacters(each), known)))
}

const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const withoutDisguise = (text: string) => text.replaceAll(/[013457@$!]/g, (each) => DISGUISES[each]!)

const onlyCharacters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The repeated part of a text that consists of nothing else. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.length % length === 0 && text.slice(0, length).repeat(text.length / length) === text)
      return text.slice(0, length)
  return text
}

/** Whether the text is a known word or a walk along a row, or two of them. More make a passphrase. */
function isMadeOf(whole: string, known: (word: string) => boolean): boolean {
  const isPart = (part: string) => known(part) || (part.length >= MIN_WALK && WALKS.some((walk) => walk.includes(part)))
  const isTwo = (text: string) =>
    Array.from(text, (_, at) => at).some((at) => isPart(text.slice(0, at)) && isPart(text.slice(at)))
  return [whole, unitOf(whole)].some((text) => isPart(text) || isTwo(text))
}
