// What a sled must fulfil to take an instance. Each condition says what is so, and what would have to change; a new one is one more
// entry of the list.
import type { Wire } from '#contract/api.ts'
import { ARCHITECTURE_NAMES, type Architecture } from '#contract/architecture-names.ts'
import { GIB } from '#contract/limits.ts'
import { DEFAULT_ARCHITECTURE, runs } from './instance-architecture.ts'
import type { Asked, Preferences, Sled } from './placement-sleds.ts'

export interface Question {
  instance: Asked
  preferences: Preferences
  /** The sled that it is to leave. */
  from_sled_id?: string | undefined
  /** What its disks are made for. Null if nothing says it. */
  architecture: Architecture | null
}

type Name = Wire<'PlacementCondition'>['name']

interface Condition {
  name: Name
  /** If it is not fulfilled, capacity does not matter. */
  isHard: boolean
  isMet(sled: Sled, question: Question): boolean
  /** What is so, without a full stop. */
  text(sled: Sled, question: Question, isMet: boolean): string
  /** Goes on from "would fit if". */
  remedy(sled: Sled, question: Question): string
  /** Goes on from the number of sleds that do not fulfil it. */
  counted: [one: string, many: string]
}

const gib = (bytes: number) => Math.max(0, Math.floor((bytes / GIB) * 10) / 10)
const missingGib = (bytes: number) => Math.ceil((bytes / GIB) * 10) / 10
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const vcpus = (count: number) => plural(count, 'vCPU', 'vCPUs')

/** In the order in which refusals count them. */
const conditions: readonly Condition[] = [
  {
    name: 'threads',
    isHard: false,
    isMet: ({ threads }, { instance }) => threads >= instance.ncpus,
    text: ({ threads }, { instance }, isMet) => {
      const free = Math.max(0, threads)
      return `${vcpus(free)} ${free === 1 ? 'is' : 'are'} free${isMet ? '' : `, and it needs ${instance.ncpus}`}`
    },
    remedy: ({ threads }, { instance }) =>
      plural(instance.ncpus - threads, 'more thread was free', 'more threads were free'),
    counted: ['has too few free threads', 'have too few free threads'],
  },
  {
    name: 'memory',
    isHard: false,
    isMet: ({ memory }, { instance }) => memory >= instance.memory,
    text: ({ memory }, { instance }, isMet) =>
      `${gib(memory)} GiB of memory are free${isMet ? '' : `, and it needs ${instance.memory / GIB} GiB`}`,
    remedy: ({ memory }, { instance }) => `${missingGib(instance.memory - memory)} GiB more memory were free`,
    counted: ['has too little free memory', 'have too little free memory'],
  },
  {
    name: 'architecture',
    isHard: true,
    isMet: ({ architectures }, { architecture }) => runs(architectures, architecture),
    text: (_sled, { architecture }, isMet) =>
      `it ${isMet ? 'runs' : 'does not run'} ${architecture ? ARCHITECTURE_NAMES[architecture] : 'every architecture'}`,
    remedy: (_sled, { architecture }) => `the sled ran ${ARCHITECTURE_NAMES[architecture ?? DEFAULT_ARCHITECTURE]}`,
    counted: ['does not run its architecture', 'do not run its architecture'],
  },
  {
    name: 'policy',
    isHard: true,
    isMet: ({ isProvisionable }) => isProvisionable,
    text: (_sled, _question, isMet) => (isMet ? 'it takes new instances' : 'it takes no new instances'),
    remedy: () => 'the sled took new instances',
    counted: ['takes no new instances', 'take no new instances'],
  },
  {
    name: 'reachable',
    isHard: true,
    isMet: ({ isUnreachable }) => !isUnreachable,
    text: (_sled, _question, isMet) => (isMet ? 'it answers' : 'it does not answer'),
    remedy: () => 'the sled answered',
    counted: ['does not answer', 'do not answer'],
  },
  {
    name: 'anti_affinity',
    isHard: true,
    isMet: ({ id }, { preferences }) => !preferences.forbidden.has(id),
    text: (_sled, _question, isMet) =>
      isMet ? 'no member of its anti-affinity groups forbids it' : 'it runs a member of its anti-affinity groups',
    remedy: () => 'no member of its anti-affinity groups ran there',
    counted: ['runs a member of its anti-affinity groups', 'run members of its anti-affinity groups'],
  },
  {
    name: 'affinity',
    isHard: true,
    isMet: ({ id }, { preferences: { required } }) => required.size === 0 || required.has(id),
    text: (_sled, _question, isMet) =>
      isMet ? 'its affinity groups allow it' : 'its affinity groups require it to stay with members on another sled',
    remedy: () => 'its affinity groups did not require another sled',
    counted: ['does not run the members of its affinity groups', 'do not run the members of its affinity groups'],
  },
  {
    name: 'other_sled',
    isHard: true,
    isMet: ({ id }, { from_sled_id }) => id !== from_sled_id,
    text: (_sled, _question, isMet) => (isMet ? 'it does not run there yet' : 'it runs there already'),
    remedy: () => 'it ran elsewhere',
    counted: ['runs it already', 'run it already'],
  },
]

/** Which one is named if several hard ones are not fulfilled. */
const PRECEDENCE: readonly Name[] = ['other_sled', 'architecture', 'affinity', 'reachable', 'policy', 'anti_affinity']

export interface Verdict {
  name: Name
  fits: boolean
  text: string
  remedy: string
}

export interface Judged {
  sled: Sled
  fits: boolean
  verdicts: Verdict[]
  /** What stands against it. */
  blocking: Verdict[]
}

export interface Survey {
  question: Question
  /** The best ones first. */
  judged: Judged[]
}

export function judge(sled: Sled, question: Question): Judged {
  const isAsked = ({ name }: Condition) => name !== 'other_sled' || question.from_sled_id !== undefined
  const verdicts = conditions.filter(isAsked).map(({ name, isMet, text, remedy }) => {
    const fits = isMet(sled, question)
    return { name, fits, text: text(sled, question, fits), remedy: fits ? '' : remedy(sled, question) }
  })
  const unmet = verdicts.filter(({ fits }) => !fits)
  const hard = PRECEDENCE.flatMap((name) => unmet.filter((verdict) => verdict.name === name))
  const blocking = hard.length > 0 ? hard : unmet
  return { sled, fits: unmet.length === 0, verdicts, blocking }
}

/** How many of these sleds do not fulfil each condition; a sled that fails a hard one is counted once. */
export function countReasons(judged: readonly Judged[]): string[] {
  const named = judged.flatMap(({ blocking }) => {
    const isHard = conditions.find(({ name }) => name === blocking[0]?.name)?.isHard
    return (isHard ? blocking.slice(0, 1) : blocking).map(({ name }) => name)
  })
  return conditions.flatMap(({ name, counted: [one, many] }) => {
    const count = named.filter((each) => each === name).length
    return count === 0 ? [] : [plural(count, one, many)]
  })
}
