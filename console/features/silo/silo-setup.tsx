// Above the tabs of a silo whose users cannot work yet. Its code loads only while there is something left to do.
import type { Model } from '#contract/client.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useData } from '../../use-api.ts'
import { siloIpPools, siloProviders, siloRoles, siloUtilization } from './silo-queries.ts'
import type { SetupSteps } from './silo-setup-steps.lazy.tsx'

const Steps = lazyPopup(async () => (await import('./silo-setup-steps.lazy.tsx')).SiloSetupSteps)
const stay = () => undefined

export function SiloSetup({ silo }: { silo: Model<'Silo'> }) {
  const { name } = silo
  const quotas = useData(siloUtilization(name)).allocated
  const steps: SetupSteps = {
    hasQuotas: quotas.cpus > 0 && quotas.memory > 0 && quotas.storage > 0,
    hasDefaultPool: useData(siloIpPools(name)).items.some(({ isDefault }) => isDefault),
    hasProvider: useData(siloProviders(name)).items.length > 0 || silo.identityMode === 'local_only',
    hasAdmin: useData(siloRoles(name)).roleAssignments.some(({ roleName }) => roleName === 'admin'),
  }
  return Object.values(steps).every(Boolean) ? null : <Steps silo={silo} quotas={quotas} steps={steps} onClose={stay} />
}
