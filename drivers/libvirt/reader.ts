// Reads domains. Questions that arrive while virsh answers others are asked together in the next call: a comparison of all machines asks
// for each of them, and a process for each would keep a host busy.
import { type Owner, ownerIn } from './owner.ts'
import { nameOf, recordIn, type MachineRecord } from './record.ts'
import type { Virsh } from './virsh.ts'

export interface Domain {
  record: MachineRecord
  owner: Owner | undefined
  xml: string
  /** As `virsh domstate --reason` says it. */
  condition: string
}

interface Question {
  id: string
  answer(domain: Domain | undefined): void
  fail(error: unknown): void
}

export function makeReader(virsh: Virsh) {
  let waiting: Question[] = []
  let isAsking = false

  async function askAll() {
    isAsking = true
    while (waiting.length > 0) {
      const questions = waiting
      waiting = []
      try {
        const domains = await readAll(questions.map(({ id }) => id))
        questions.forEach(({ answer }, n) => answer(domains[n]))
      } catch (error) {
        for (const { fail } of questions) fail(error)
      }
    }
    isAsking = false
  }

  /** In the same order. Undefined for one that does not exist, or that no installation of Rackwright has made. */
  async function readAll(ids: readonly string[]): Promise<(Domain | undefined)[]> {
    const answers = await virsh.batch(
      ids.map(nameOf).flatMap((name) => [
        ['dumpxml', name],
        ['domstate', name, '--reason'],
      ]),
    )
    return ids.map((id, n) => domainFrom(id, answers[2 * n], answers[2 * n + 1]))
  }

  const read = (id: string) =>
    new Promise<Domain | undefined>((answer, fail) => {
      waiting.push({ id, answer, fail })
      if (!isAsking) void askAll()
    })

  /** A domain of this UUID, under whatever name. */
  async function readByUuid(uuid: string): Promise<Domain | undefined> {
    const answers = await virsh.batch([
      ['dumpxml', uuid],
      ['domstate', uuid, '--reason'],
    ])
    return domainFrom(uuid, answers[0], answers[1])
  }

  return { read, readAll, readByUuid }
}

function domainFrom(id: string, xml: string | undefined, condition: string | undefined): Domain | undefined {
  const record = xml && condition ? recordIn(xml) : undefined
  // the clone of a domain has the record of another
  return record?.id === id && xml && condition ? { record, owner: ownerIn(xml), xml, condition } : undefined
}
