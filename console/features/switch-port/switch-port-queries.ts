// Ports of the switches, their links and their neighbors.
import { query } from '../../api.ts'
import { everyPage, paged, rowQuery, type UnsortedPage } from '../../queries.ts'

export interface PortAt {
  rackId: string
  location: string
  port: string
}

export const everySwitchPort = () => everyPage((page) => query('networking_switch_port_list', { query: page }))

export const switchPortView = ({ rackId, location, port }: PortAt) =>
  rowQuery(everySwitchPort(), { rackId, switchLocation: location, portName: port })

export const switchPortStatus = ({ rackId, location, port }: PortAt) =>
  query('networking_switch_port_status', { path: { port }, query: { rackId, switchLocation: location } })

export const lldpNeighbors = ({ rackId, location, port }: PortAt, page?: UnsortedPage) =>
  query('networking_switch_port_lldp_neighbors', {
    path: { rackId, switchLocation: location, port },
    query: paged(page),
  })
