// What a new silo needs before its users can work: quotas, addresses, a way to sign in and an administrator.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { LinkButton } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/display/card.tsx'
import { CopyButton } from '../../ui/display/copy.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Step } from '../../ui/page/step.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useData } from '../../use-api.ts'
import { useSignInUrl } from './silo-host-name.ts'
import { siloIpPools } from './silo-queries.ts'

const QuotaForm = lazyPopup(async () => (await import('./silo-quota-form.lazy.tsx')).SiloQuotaForm)
const LinkForm = lazyPopup(async () => (await import('../ip-pool/ip-pool-link-form.lazy.tsx')).IpPoolLinkForm)
const InvitationForm = lazyPopup(async () => (await import('../invitation/invitation-form.lazy.tsx')).InvitationForm)

export interface SetupSteps {
  hasQuotas: boolean
  hasDefaultPool: boolean
  hasProvider: boolean
  hasAdmin: boolean
}

interface SetupProps {
  silo: Model<'Silo'>
  quotas: Model<'VirtualResourceCounts'>
  steps: SetupSteps
  onClose: () => void
}

export function SiloSetupSteps({ silo, quotas, steps }: SetupProps) {
  const { name, identityMode } = silo
  const { hasQuotas, hasDefaultPool, hasProvider, hasAdmin } = steps
  const [form, setForm] = useState<'quotas' | 'pool' | 'admin'>()
  const navigate = useNavigate()
  const close = () => setForm(undefined)
  const pools = useData(siloIpPools(name)).items
  const whyNot = useWhyNotFleet()
  const whyNotQuotas = useWhyNotFleet('collaborator')
  /** The first of several that are left to do. */
  const next = Object.entries(steps).find(([, isDone]) => !isDone)?.[0]
  const look = (step: keyof SetupSteps) => (step === next ? 'primary' : 'secondary')
  const isLocal = identityMode === 'local_only'
  const url = useSignInUrl(silo)
  return (
    <div className="mb-6">
      <Card title="Set up this silo" text="Its users can work when these steps are done.">
        <ol className="divide-y divide-line">
          <Step title="Quotas" text="How much its instances and disks may use. 0 means nothing." done={hasQuotas}>
            <Button variant={look('hasQuotas')} disabledReason={whyNotQuotas} onClick={() => setForm('quotas')}>
              Set quotas
            </Button>
          </Step>
          <Step title="Default IP pool" text="Where its instances get their addresses." done={hasDefaultPool}>
            {pools.length > 0 ? (
              <LinkButton to="?tab=ip-pools">Choose default</LinkButton>
            ) : (
              <Button variant={look('hasDefaultPool')} disabledReason={whyNot} onClick={() => setForm('pool')}>
                Link IP pool
              </Button>
            )}
          </Step>
          {!isLocal && (
            <Step title="Identity provider" text="How its users sign in." done={hasProvider}>
              <Button
                variant={look('hasProvider')}
                disabledReason={whyNot}
                onClick={() => void navigate(paths.siloIdpsNew({ silo: name }))}
              >
                Add identity provider
              </Button>
            </Step>
          )}
          <Step
            title="First admin"
            text={
              isLocal
                ? 'Someone who can give roles to everyone else.'
                : 'When the first user has signed in, give them the silo admin role.'
            }
            done={hasAdmin}
          >
            {isLocal ? (
              <Button variant={look('hasAdmin')} disabledReason={whyNot} onClick={() => setForm('admin')}>
                Invite admin
              </Button>
            ) : (
              <LinkButton to="?tab=users">View users</LinkButton>
            )}
          </Step>
        </ol>
        <p className="flex flex-wrap items-center gap-x-1 border-t border-line pt-3 text-sm text-muted">
          Its users sign in at <span className="wrap-anywhere text-body">{url}</span>
          <CopyButton text={url} label="Copy sign-in link" />
        </p>
      </Card>
      {form === 'quotas' && <QuotaForm silo={name} quotas={quotas} onClose={close} />}
      {form === 'pool' && <LinkForm silo={name} linked={[]} onClose={close} />}
      {form === 'admin' && <InvitationForm silo={name} taken={[]} initialRole="admin" onClose={close} />}
    </div>
  )
}
