// How the authorization test (server/authz-table.spec.ts) calls each operation. A missing row fails that test. To add a
// noun: write authz/<noun>.ts, list it in authz/index.ts, run `UPDATE_AUTHZ=1 npx vitest run server/authz-table.spec.ts`, and
// review and commit the new lines of authz.table.txt.
//
// A row has: `rule`, who is allowed (authz-rules.ts: inProject('viewer') to read, inProject('collaborator') to write,
// fleetThing('admin'), …; `special` for a custom rule); `make`, which creates the target as w.owner (silo admin) or w.operator
// (fleet admin) and runs again after each allowed write; `call`, which returns path, query and body, and `hidden`, the resource
// that a 404 names: `project with name "web"` (the first hidden ancestor) or `disk with id "…"`.
// Allowed calls must succeed with the contract's status; refused ones must leave every row of every table unchanged.
import type { OperationId } from '#contract/operations.ts'
import type { Case } from './authz-row.ts'
import * as nouns from './authz/index.ts'

type Cases = Partial<Record<OperationId, Case>>

export const cases: Cases = Object.assign({}, ...Object.values<Cases>(nouns))
