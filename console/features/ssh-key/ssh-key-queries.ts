// The signed-in user's SSH keys.
import { query } from '../../api.ts'
import { LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const sshKeyList = (page?: PageArgs) => query('current_user_ssh_key_list', { query: paged(page) })
export const first1000SshKeys = () => query('current_user_ssh_key_list', { query: { limit: LARGE_PAGE } })
export const sshKeyView = (sshKey: string) => query('current_user_ssh_key_view', { path: { sshKey } })
