// Physical disks of all sleds.
import { query } from '../../api.ts'
import { paged, type UnsortedPage } from '../../queries.ts'

export const physicalDiskList = (page?: UnsortedPage) => query('physical_disk_list', { query: paged(page) })
