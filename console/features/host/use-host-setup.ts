// The setup script of hosts, on racks that take hosts.
import { usePlatform } from '../../platform.ts'
import { useLoad } from '../../use-api.ts'
import { hostSetup } from './host-queries.ts'

export function useHostSetup() {
  const isOffered = usePlatform()?.takesHosts === true
  const { data } = useLoad(hostSetup(), { optional: true, enabled: isOffered })
  return { isLoading: isOffered && data === undefined, setup: data?.type === 'success' ? data.data : undefined }
}
