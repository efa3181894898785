// Current issues.
import { query } from '../../api.ts'

export const issueList = () => query('issue_list')
