// The reachability check, for project viewers. explain.ts has the logic.
import type { reachability as operations } from '#contract/reachability.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { invalidRequest, isUuid } from '../../frame/errors.ts'
import { findProject } from '../../frame/lookup.ts'
import { askNetwork, NOT_ASKED } from './ask-network.ts'
import { explore } from './explain.ts'
import { loadTopology } from './load.ts'
import type { End } from './topology.ts'
import { findInstance } from '../../frame/find-instance.ts'

export const reachability = {
  async reachability_view(ctx, { query }) {
    const project = await findProject(ctx, query.project, 'read')
    const { protocol, port } = query
    if (protocol !== 'ICMP' && !port) throw invalidRequest(`${protocol} needs a destination port from 1 to 65535`)
    const source = await endOf(ctx, project.id, query.source_instance, query.source_ip, 'source')
    const destination = await endOf(ctx, project.id, query.destination_instance, query.destination_ip, 'destination')
    if (source.type === 'outside' && destination.type === 'outside')
      throw invalidRequest('the source or the destination must be an instance of the project')
    if (source.type === 'instance' && destination.type === 'instance' && source.id === destination.id)
      throw invalidRequest('the source and the destination are the same instance')
    const question = { source, destination, protocol, port: protocol === 'ICMP' ? null : (port ?? null) }
    const { answer, packet } = explore(await loadTopology(ctx, project.id, question), question)
    const { network, note } = packet ? await askNetwork(ctx, packet, answer.verdict === 'reachable') : NOT_ASKED
    return { ...answer, notes: note ? [...answer.notes, note] : answer.notes, network }
  },
} satisfies Handlers<keyof typeof operations>

async function endOf(
  ctx: Ctx,
  projectId: string,
  instance: string | undefined,
  ip: string | undefined,
  which: string,
): Promise<End> {
  if (instance !== undefined && ip !== undefined)
    throw invalidRequest(`give either ${which}_instance or ${which}_ip, not both`)
  if (instance === undefined) return { type: 'outside', ip: ip ?? null }
  const selector = isUuid(instance) ? { instance } : { instance, project: projectId }
  const row = await findInstance(ctx, selector, 'read')
  if (row.project_id !== projectId) throw invalidRequest(`the ${which} must be an instance of the project`)
  return { type: 'instance', id: row.id }
}
