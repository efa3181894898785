import { expect, test } from 'vitest'
import { errorMessage } from './errors.ts'
import type { OperationId } from './operations.ts'

const said = (errorCode: string | undefined, message: string, operation: OperationId = 'project_create') =>
  errorMessage({ errorCode, message, operation })

test.each([
  [said('Forbidden', 'Forbidden'), 'Action not authorized'],
  [said('ObjectNotFound', 'not found: project with name "x"'), 'Not found: project with name "x"'],
  [
    said('ObjectNotFound', 'not found: default IP pool for current silo', 'floating_ip_create'),
    'This silo has no default IP pool. Ask an operator to set one.',
  ],
  [said('ObjectAlreadyExists', 'already exists: disk "x"', 'instance_create'), 'Disk name already exists'],
  [said('ObjectAlreadyExists', 'already exists: vpc-subnet "x"'), 'Vpc subnet name already exists'],
  [said('ObjectAlreadyExists', '', 'floating_ip_create'), 'Floating ip name already exists'],
  [
    said(undefined, 'unable to parse JSON body: name: name cannot end with "-" at line 1 column 12'),
    'Name: name cannot end with "-"',
  ],
  [
    said('InvalidRequest', 'disk web-1 is attached to db1; detach it first'),
    'Disk web-1 is attached to db1; detach it first',
  ],
  [said(undefined, ''), 'Unknown server error'],
])('%s', (message, wanted) => {
  expect(message).toBe(wanted)
})
