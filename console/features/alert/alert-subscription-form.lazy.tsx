// Subscribing to e-mail alerts, and changing a subscription.
import { projectAlertClasses, siloAlertClasses } from '#contract/alert-classes.ts'
import type { Model } from '#contract/client.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { AddressField, DigestField } from './email-fields.tsx'
import { ClassesField } from './subscription-field.tsx'

type SiloClass = (typeof siloAlertClasses)[number]

interface Values {
  address: string
  digest: boolean
  classes: SiloClass[]
}

interface FormProps {
  /** none: the whole silo */
  project: string | undefined
  /** the one to change */
  subscription: Model<'MemberAlertSubscription'> | undefined
  onClose: () => void
}

export function AlertSubscriptionForm({ project, subscription, onClose }: FormProps) {
  const offered: readonly SiloClass[] = project ? projectAlertClasses : siloAlertClasses
  const defaultValues: Values = {
    address: subscription?.address ?? '',
    digest: subscription?.digest ?? false,
    classes: (subscription?.classes as SiloClass[] | undefined) ?? [...offered],
  }
  const done = ({ address, addressState }: Pick<Model<'MemberAlertSubscription'>, 'address' | 'addressState'>) => {
    toast(
      addressState === 'confirmed'
        ? `Alerts are sent to ${address}`
        : `Open the e-mail to ${address} and confirm the address`,
    )
    onClose()
  }
  const fields = (
    <>
      <AddressField />
      <DigestField />
      <ClassesField of={offered} />
    </>
  )
  const bodyOf = (values: Values) => ({ ...values, address: values.address.trim() })
  return subscription ? (
    <SideForm
      operation="alert_subscription_update"
      title="Edit subscription"
      submitLabel="Update subscription"
      mustChange
      defaultValues={defaultValues}
      toParams={(values: Values) => ({ path: { subscriptionId: subscription.id }, body: bodyOf(values) })}
      onSuccess={done}
      onClose={onClose}
    >
      {fields}
    </SideForm>
  ) : (
    <SideForm
      operation="alert_subscription_create"
      title="Subscribe"
      defaultValues={defaultValues}
      toParams={(values: Values) => ({ body: { ...bodyOf(values), project: project ?? null } })}
      onSuccess={done}
      onClose={onClose}
    >
      {fields}
    </SideForm>
  )
}
