import { expect, test } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { fieldErrorOf } from './form-errors.ts'

const failure = (message: string, errorCode?: string) =>
  new ApiError('project_create', { status: 400, message, errorCode, requestId: '' })
const fields = ['name', 'description', 'publicKey']

test('a taken name is an error of the name field', () => {
  const about = fieldErrorOf(failure('Project name already exists', 'ObjectAlreadyExists'), fields)
  expect(about).toEqual({ field: 'name', message: 'name already exists' })
  expect(fieldErrorOf(failure('x', 'ObjectAlreadyExists'), ['size'])).toBeUndefined()
})

test('a value out of range names its field', () => {
  const about = fieldErrorOf(failure('Unsupported value for "public_key": not a key', 'InvalidValue'), fields)
  expect(about).toEqual({ field: 'publicKey', message: 'not a key' })
})

test('a parse error names its field', () => {
  expect(fieldErrorOf(failure('Name: name cannot end with "-"'), fields)).toEqual({
    field: 'name',
    message: 'name cannot end with "-"',
  })
})

test('an error without a field is shown above the form', () => {
  expect(fieldErrorOf(failure('project to be deleted contains a VPC: default'), fields)).toBeUndefined()
  expect(fieldErrorOf(new Error('name: no'), fields)).toBeUndefined()
})
