// The signed-in user's SSH keys.
import { query } from '../../api.ts'
import { MAX_PAGE_SIZE, paged, type PageArgs } from '../../queries.ts'

export const sshKeyList = (page?: PageArgs) => query('current_user_ssh_key_list', { query: paged(page) })
export const first1000SshKeys = () => query('current_user_ssh_key_list', { query: { limit: MAX_PAGE_SIZE } })
export const sshKeyView = (sshKey: string) => query('current_user_ssh_key_view', { path: { sshKey } })
