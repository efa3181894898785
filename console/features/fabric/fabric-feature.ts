// The fabric: switch ports and their settings, address lots, loopback addresses, BGP and BFD.
import { EthernetPort } from '@lucide/icons'
import { isUuid } from '#contract/checks.ts'
import { searchSystem, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { leadsTo, page } from '../../route.ts'
import {
  addressLotBlocks,
  addressLotView,
  addressLotList,
  everyLotBlock,
  first1000AddressLots,
} from '../address-lot/address-lot-queries.ts'
import { bfdStatus } from '../bfd/bfd-queries.ts'
import {
  announcements,
  announceSetView,
  bgpConfigList,
  bgpConfigView,
  bgpExported,
  bgpStatus,
  first1000AnnounceSets,
  first1000BgpConfigs,
} from '../bgp/bgp-queries.ts'
import { loopbackAddressList } from '../loopback-address/loopback-address-queries.ts'
import { first1000Racks } from '../rack/rack-queries.ts'
import { everySwitchPort, lldpNeighbors, switchPortStatus, switchPortView } from '../switch-port/switch-port-queries.ts'
import {
  first1000PortSettings,
  portSettingsList,
  portSettingsView,
} from '../switch-port-settings/switch-port-settings-queries.ts'

const switchPorts = page({
  path: places.switchPorts,
  crumb: 'Switch ports',
  shape: ['tabs', 'heading', 'faceplates', 'filter', 'rows'],
  load: () => [everySwitchPort()],
  later: () => [first1000PortSettings()],
  code: () => import('../switch-port/switch-port-list.tsx'),
})

const switchPort = page({
  crumb: { text: 'Switch ports', to: places.switchPorts },
  children: [
    page({
      path: places.switchPort,
      crumb: ({ location = '', port = '' }) => `${location} ${port}`,
      shape: ['facts3', 'heading', 'rows'],
      load({ rackId = '', location = '', port = '' }) {
        const at = { rackId, location, port }
        // the API answers 400 for a malformed ID; to the user the port does not exist
        if (!isUuid(rackId)) return [switchPortView(at)]
        return [switchPortView(at), switchPortStatus(at), lldpNeighbors(at), first1000PortSettings()]
      },
      code: () => import('../switch-port/switch-port-page.tsx'),
    }),
  ],
})

const portSettings = page({
  path: places.portSettings,
  crumb: 'Port settings',
  load: () => [portSettingsList(), everySwitchPort()],
  code: () => import('../switch-port-settings/switch-port-settings-list.tsx'),
})

/** The options of the form's lists, and the names that the settings refer to. */
const settingsChoices = () => [everyLotBlock(), first1000AddressLots(), first1000BgpConfigs(), first1000PortSettings()]

const portSettingsPages = page({
  crumb: { text: 'Port settings', to: places.portSettings },
  children: [
    page({
      path: places.portSettingsNew,
      operation: 'networking_switch_port_settings_create',
      crumb: 'New port settings',
      shape: ['fields'],
      load: settingsChoices,
      code: () => import('../switch-port-settings/switch-port-settings-new.tsx'),
    }),
    page({
      path: places.portSettingsPage,
      crumb: ({ settings = '' }) => settings,
      shape: ['facts3', 'tabs', 'heading', 'rows'],
      load: ({ settings = '' }) => [
        portSettingsView(settings),
        everySwitchPort(),
        everyLotBlock(),
        first1000BgpConfigs(),
      ],
      code: () => import('../switch-port-settings/switch-port-settings-page.tsx'),
    }),
    page({
      path: places.portSettingsEdit,
      operation: 'networking_switch_port_settings_create',
      crumb: ({ settings = '' }) => `Edit ${settings}`,
      shape: ['fields'],
      load: ({ settings = '' }) => [portSettingsView(settings), ...settingsChoices()],
      code: () => import('../switch-port-settings/switch-port-settings-edit.tsx'),
    }),
  ],
})

const addressLots = page({
  crumb: { text: 'Address lots', to: places.addressLots },
  load: () => [addressLotList()],
  code: () => import('../address-lot/address-lot-list.tsx'),
  children: [
    page({ path: places.addressLots }),
    formRoute({
      path: places.addressLotsNew,
      operation: 'networking_address_lot_create',
      crumb: 'New address lot',
      load: () => [first1000AddressLots()],
      code: () => import('../address-lot/address-lot-form.tsx'),
      form: 'AddressLotForm',
      next: ({ name }) => paths.addressLot({ lot: name }),
    }),
  ],
})

const addressLot = page({
  crumb: { text: 'Address lots', to: places.addressLots },
  children: [
    page({
      crumb: { text: ({ lot = '' }) => lot, to: places.addressLot },
      shape: ['facts2', 'rows'],
      load: ({ lot = '' }) => [addressLotView(lot), addressLotBlocks(lot)],
      code: () => import('../address-lot/address-lot-page.tsx'),
      children: [
        page({ path: places.addressLot }),
        formRoute({
          path: places.addressLotBlocksAdd,
          operation: 'networking_address_lot_create',
          crumb: 'Add blocks',
          reads: ({ lot }) => ({ lot: addressLotView(lot) }),
          load: () => [first1000AddressLots()],
          code: () => import('../address-lot/address-lot-form.tsx'),
          form: 'AddressLotForm',
        }),
      ],
    }),
  ],
})

const loopbackAddresses = page({
  crumb: { text: 'Loopback addresses', to: places.loopbackAddresses },
  load: () => [loopbackAddressList()],
  later: () => [everyLotBlock()],
  code: () => import('../loopback-address/loopback-address-list.tsx'),
  children: [
    page({ path: places.loopbackAddresses }),
    formRoute({
      path: places.loopbackAddressesNew,
      operation: 'networking_loopback_address_create',
      crumb: 'New loopback address',
      load: () => [first1000AddressLots(), first1000Racks()],
      code: () => import('../loopback-address/loopback-address-form.tsx'),
      form: 'LoopbackAddressForm',
    }),
  ],
})

const bgp = page({
  crumb: { text: 'BGP', to: places.bgp },
  load: () => [bgpStatus(), bgpExported(), bgpConfigList()],
  later: () => [first1000BgpConfigs()],
  code: () => import('../bgp/bgp-list.tsx'),
  children: [
    page({ path: places.bgp }),
    formRoute({
      path: places.bgpConfigsNew,
      operation: 'networking_bgp_config_create',
      crumb: 'New BGP configuration',
      load: () => [first1000AnnounceSets()],
      code: () => import('../bgp/bgp-form.tsx'),
      form: 'BgpConfigForm',
      next: ({ name }) => paths.bgpConfig({ config: name }),
    }),
  ],
})

const bgpConfig = page({
  crumb: { text: 'BGP', to: places.bgp },
  children: [
    page({
      path: places.bgpConfig,
      crumb: ({ config = '' }) => config,
      shape: ['facts3', 'tabs', 'rows'],
      load: ({ config = '' }) => [bgpConfigView(config), bgpStatus(), bgpExported(), first1000BgpConfigs()],
      code: () => import('../bgp/bgp-page.tsx'),
    }),
  ],
})

const announceSets = page({
  crumb: { text: 'Announce sets', to: places.announceSets },
  load: () => [first1000AnnounceSets()],
  code: () => import('../bgp/announce-set-list.tsx'),
  children: [
    page({ path: places.announceSets }),
    formRoute({
      path: places.announceSetsNew,
      operation: 'networking_bgp_announce_set_update',
      crumb: 'New announce set',
      load: () => [everyLotBlock()],
      code: () => import('../bgp/announce-set-form.tsx'),
      form: 'AnnounceSetForm',
      next: ({ name }) => paths.announceSet({ set: name }),
    }),
  ],
})

const announceSet = page({
  crumb: { text: 'Announce sets', to: places.announceSets },
  children: [
    page({
      crumb: { text: ({ set = '' }) => set, to: places.announceSet },
      shape: ['facts2', 'rows'],
      load: ({ set = '' }) => [announceSetView(set), announcements(set), everyLotBlock()],
      code: () => import('../bgp/announce-set-page.tsx'),
      children: [
        page({ path: places.announceSet }),
        formRoute({
          path: places.announceSetEdit,
          operation: 'networking_bgp_announce_set_update',
          crumb: 'Edit announce set',
          reads: ({ set }) => ({ set: announceSetView(set), announced: announcements(set) }),
          load: () => [first1000AnnounceSets()],
          code: () => import('../bgp/announce-set-form.tsx'),
          form: 'AnnounceSetForm',
        }),
      ],
    }),
  ],
})

const bfd = page({
  crumb: { text: 'BFD', to: places.bfd },
  load: () => [bfdStatus()],
  code: () => import('../bfd/bfd-list.tsx'),
  children: [
    page({ path: places.bfd }),
    formRoute({
      path: places.bfdNew,
      operation: 'networking_bfd_enable',
      crumb: 'Enable BFD',
      code: () => import('../bfd/bfd-form.tsx'),
      form: 'BfdForm',
    }),
  ],
})

const tabs = page({
  shape: ['tabs', 'heading', 'filter', 'rows'],
  later: () => [platform()],
  code: () => import('./fabric-page.tsx'),
  children: [switchPorts, portSettings, addressLots, loopbackAddresses, bgp, announceSets, bfd],
})

export const fabricFeature: Feature = {
  system: {
    routes: [
      leadsTo(places.fabric, places.switchPorts),
      page({
        crumb: { text: 'Fabric', to: places.fabric },
        children: [tabs, switchPort, portSettingsPages, addressLot, bgpConfig, announceSet],
      }),
    ],
    nav: { label: 'Fabric', icon: EthernetPort, to: places.fabric, letter: 'f' },
  },
  search: [
    searchSystem('Port settings', portSettingsList, ({ name }) => paths.portSettingsPage({ settings: name })),
    searchSystem('Address lots', addressLotList, ({ name }) => paths.addressLot({ lot: name })),
    searchSystem('BGP configurations', bgpConfigList, ({ name }) => paths.bgpConfig({ config: name })),
    searchSystem('Announce sets', first1000AnnounceSets, ({ name }) => paths.announceSet({ set: name })),
  ],
}
