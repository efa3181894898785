// Instances of a project, and what is attached to one.
import type { Model, Params } from '#contract/client.ts'
import { errorsAllowed, query } from '../../api.ts'
import { inProject, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export type Instance = Model<'Instance'>

export const atInstance = (project: string, instance: string): Params<'instance_view'> => ({
  path: { instance },
  query: inProject(project, instance),
})

export const instanceList = (project: string, page?: PageArgs) =>
  query('instance_list', { query: { project, ...paged(page) } })
export const first1000Instances = (project: string) => query('instance_list', { query: { project, limit: LARGE_PAGE } })
export const instanceView = (project: string, instance: string) =>
  query('instance_view', { path: { instance }, query: inProject(project, instance) })
/** For showing the name of an id; the instance may have been deleted since. */
export const instanceById = (instance: string) => errorsAllowed('instance_view', { path: { instance } })
/** Addresses and images of a page of instances. Hosts other than ours lack this operation. */
export const instanceSummaries = (project: string, page?: PageArgs) =>
  errorsAllowed('instance_summary_list', { query: { project, ...paged(page) } })
export const instanceIdentity = (project: string, instance: string) =>
  query('instance_identity_view', { path: { instance }, query: inProject(project, instance) })
/** Hosts other than ours lack this operation. */
export const instanceNotes = (project: string, instance: string) =>
  errorsAllowed('instance_identity_view', { path: { instance }, query: inProject(project, instance) })
/** Why the instance failed. Hosts other than ours lack this operation. */
export const instanceFailure = (project: string, instance: string) =>
  errorsAllowed('instance_failure_view', { path: { instance }, query: inProject(project, instance) })
/** How SSH reaches it, and when a stop is forced. Hosts other than ours lack this operation. */
export const instanceMachine = (project: string, instance: string) =>
  errorsAllowed('instance_machine_view', { path: { instance }, query: inProject(project, instance) })

export const instanceClone = (clone: string) => query('instance_clone_view', { path: { clone } })
/** Hosts other than ours lack this operation. */
export const instanceClones = (project: string) =>
  errorsAllowed('instance_clone_list', { query: { project, limit: LARGE_PAGE } })
export const instanceRollback = (rollback: string) => query('instance_rollback_view', { path: { rollback } })
/** Hosts other than ours lack this operation. */
export const instanceRollbacks = (project: string) =>
  errorsAllowed('instance_rollback_list', { query: { project, limit: LARGE_PAGE } })
/** Which interfaces are still coming or going. Hosts other than ours lack this operation. */
export const pluggedInterfaces = (project: string, instance: string) =>
  errorsAllowed('instance_network_interface_hot_list', { path: { instance }, query: inProject(project, instance) })
/** Hosts other than ours lack this operation. */
export const instanceCd = (project: string, instance: string) =>
  errorsAllowed('instance_cd_view', { path: { instance }, query: inProject(project, instance) })

/** What the guest says about itself. Hosts other than ours lack this operation. */
export const instanceGuest = (project: string, instance: string) =>
  errorsAllowed('instance_guest_view', { path: { instance }, query: inProject(project, instance) })

// One instance has few of these, so a single page holds them all.
export const instanceDisks = (project: string, instance: string) =>
  query('instance_disk_list', { path: { instance }, query: { ...inProject(project, instance), limit: LARGE_PAGE } })
export const instanceExternalIps = (project: string, instance: string) =>
  query('instance_external_ip_list', { path: { instance }, query: inProject(project, instance) })
export const instanceInterfaces = (project: string, instance: string) =>
  query('instance_network_interface_list', {
    query: { ...inProject(project, instance), instance, limit: LARGE_PAGE },
  })
export const instanceSshKeys = (project: string, instance: string) =>
  query('instance_ssh_public_key_list', {
    path: { instance },
    query: { ...inProject(project, instance), limit: LARGE_PAGE },
  })
export const instanceAntiAffinityGroups = (project: string, instance: string) =>
  query('instance_anti_affinity_group_list', {
    path: { instance },
    query: { ...inProject(project, instance), limit: LARGE_PAGE },
  })
export const instanceAffinityGroups = (project: string, instance: string) =>
  query('instance_affinity_group_list', {
    path: { instance },
    query: { ...inProject(project, instance), limit: LARGE_PAGE },
  })
