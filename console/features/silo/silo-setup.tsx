// Above the tabs of a silo whose users cannot work yet, and after that what comes next, until it is dismissed. Its code loads only then.
import { useEffect, useState } from 'react'
import type { Model } from '#contract/client.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useData } from '../../use-api.ts'
import { keep, kept } from '../../util/keep.ts'
import { siloIpPools, siloProviders, siloRoles, siloUtilization } from './silo-queries.ts'
import type { SetupSteps } from './silo-setup-steps.lazy.tsx'

const Steps = lazyPopup(async () => (await import('./silo-setup-steps.lazy.tsx')).SiloSetupSteps)
const Done = lazyPopup(async () => (await import('./silo-setup-done.lazy.tsx')).SiloSetupDone)
const stay = () => undefined

export function SiloSetup({ silo }: { silo: Model<'Silo'> }) {
  const { id, name } = silo
  const quotas = useData(siloUtilization(name)).allocated
  const steps: SetupSteps = {
    hasQuotas: quotas.cpus > 0 && quotas.memory > 0 && quotas.storage > 0,
    hasDefaultPool: useData(siloIpPools(name)).items.some(({ isDefault }) => isDefault),
    hasProvider: useData(siloProviders(name)).items.length > 0 || silo.identityMode === 'local_only',
    hasAdmin: useData(siloRoles(name)).roleAssignments.some(({ roleName }) => roleName === 'admin'),
  }
  const isDone = Object.values(steps).every(Boolean)
  const mark = `setup-${id}`
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    if (!isDone) keep(mark, 'unfinished')
  }, [mark, isDone])
  const dismiss = () => {
    keep(mark, undefined)
    setDismissed(true)
  }
  if (!isDone) return <Steps silo={silo} quotas={quotas} steps={steps} onClose={stay} />
  // silos that were ready when they were first seen here are past this
  return isDismissed || kept(mark) === undefined ? null : <Done silo={silo} onClose={dismiss} />
}
