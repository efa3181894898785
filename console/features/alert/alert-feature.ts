// Alerts: for operators, what was raised and who gets it; for members, e-mails about a project or the silo.
import { BellRing, Mail } from '@lucide/icons'
import { searchSystem, type Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import { form, leadsTo, page } from '../../route.ts'
import { projectView } from '../project/project-queries.ts'
import {
  alertDeliveryList,
  alertList,
  alertReceiverList,
  alertReceiverView,
  alertSubscriptionList,
  alertView,
  emailDeliveryList,
  emailReceiverList,
  emailReceiverView,
  smtpSettings,
} from './alert-queries.ts'

const tabs = page({
  shape: ['tabs', 'rows'],
  code: () => import('./alert-tabs-page.tsx'),
  children: [
    page({
      crumb: 'Webhooks',
      load: () => [alertReceiverList()],
      code: () => import('./alert-receiver-list.tsx'),
      children: [
        page({ path: places.alertReceivers }),
        form({ path: places.alertReceiversNew, crumb: 'New webhook', code: () => import('./alert-receiver-new.tsx') }),
      ],
    }),
    page({
      crumb: 'E-mail',
      load: () => [emailReceiverList()],
      code: () => import('./email-receiver-list.tsx'),
      children: [
        page({ path: places.emailReceivers }),
        form({
          path: places.emailReceiversNew,
          crumb: 'New e-mail receiver',
          code: () => import('./email-receiver-new.tsx'),
        }),
      ],
    }),
    page({
      path: places.raisedAlerts,
      crumb: 'Raised alerts',
      load: () => [alertList()],
      code: () => import('./alert-list.tsx'),
    }),
    page({
      path: places.smtpSettings,
      crumb: 'SMTP settings',
      load: () => [smtpSettings()],
      code: () => import('./smtp-settings-page.tsx'),
    }),
  ],
})

const webhook = page({
  crumb: { text: ({ receiver = '' }) => receiver, to: ({ receiver = '' }) => paths.alertReceiver({ receiver }) },
  load: ({ receiver = '' }) => [alertReceiverView(receiver), alertDeliveryList(receiver)],
  code: () => import('./alert-receiver-page.tsx'),
  children: [
    page({ path: places.alertReceiver }),
    form({ path: places.alertReceiverEdit, crumb: 'Edit webhook', code: () => import('./alert-receiver-edit.tsx') }),
  ],
})

const emailReceiver = page({
  crumb: { text: ({ receiver = '' }) => receiver, to: ({ receiver = '' }) => paths.emailReceiver({ receiver }) },
  load: ({ receiver = '' }) => [emailReceiverView(receiver), emailDeliveryList(receiver)],
  code: () => import('./email-receiver-page.tsx'),
  children: [
    page({ path: places.emailReceiver }),
    form({ path: places.emailReceiverEdit, crumb: 'Edit receiver', code: () => import('./email-receiver-edit.tsx') }),
  ],
})

const alert = page({
  path: places.raisedAlert,
  crumb: ({ alert: id = '' }) => id.slice(0, 8),
  load: ({ alert: id = '' }) => [alertView(id)],
  code: () => import('./alert-page.tsx'),
})

const subscriptions = (path: string) =>
  page({
    path,
    crumb: 'E-mail alerts',
    load: ({ project }) => [alertSubscriptionList(), ...(project ? [projectView(project)] : [])],
    code: () => import('./alert-subscription-list.tsx'),
  })

const confirmAddress = page({
  path: places.confirmAddress,
  crumb: 'Confirm your address',
  code: () => import('./confirm-address.tsx'),
})

export const alertFeature: Feature = {
  // whoever reads the e-mail need not be signed in
  public: [confirmAddress],
  system: {
    routes: [
      leadsTo(places.alerts, places.alertReceivers),
      page({
        crumb: { text: 'Alerts', to: () => paths.alertReceivers() },
        children: [
          tabs,
          page({ crumb: { text: 'Webhooks', to: () => paths.alertReceivers() }, children: [webhook] }),
          page({ crumb: { text: 'E-mail', to: () => paths.emailReceivers() }, children: [emailReceiver] }),
          page({ crumb: { text: 'Raised alerts', to: () => paths.raisedAlerts() }, children: [alert] }),
        ],
      }),
    ],
    nav: { label: 'Alerts', icon: BellRing, to: places.alerts },
  },
  silo: {
    routes: [subscriptions(places.siloAlerts)],
    nav: { label: 'E-mail alerts', icon: Mail, to: places.siloAlerts },
  },
  project: {
    routes: [subscriptions(places.projectAlerts)],
    nav: { label: 'E-mail alerts', icon: Mail, to: places.projectAlerts },
  },
  search: [searchSystem('Webhooks', alertReceiverList, ({ name }) => paths.alertReceiver({ receiver: name }))],
}
