// For the disks of an instance, whose menu loads the action when it is chosen.
export { snapshotAction } from './shared/disk-actions.tsx'
