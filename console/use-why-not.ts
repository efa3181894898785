// The same as why-not.ts for components, which follow changes of the user's roles.
import type { OperationId } from '#contract/operations.ts'
import { ownRoles } from './me-queries.ts'
import { useLoad } from './use-api.ts'
import { whyNotCall, type Place } from './why-not.ts'

/** Renders again when the roles change. It asks for nothing: the frame keeps them up to date. */
export const useRoles = () => void useLoad(ownRoles(), { enabled: false, optional: true })

export function useWhyNot(operation: OperationId, place?: Place): string | undefined {
  useRoles()
  return whyNotCall(operation, place)
}
