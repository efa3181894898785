// What an error page says: the heading and text that the specification fixes, then what failed and what to do.
import { isRouteErrorResponse } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { nounOf, operations } from '#contract/operations.ts'
import { isUnreachable } from '../api.ts'
import { isNotOffered } from '../other-host.ts'

export interface ErrorText {
  title: string
  text: string
  /** what failed */
  detail: string
  /** what to do */
  advice?: string | undefined
}

export interface ErrorPlace {
  isOnline: boolean
  project?: string | undefined
  silo?: string | undefined
}

const NOT_FOUND = {
  title: 'Page not found',
  text: "The page you are looking for doesn't exist or you may not have access to it.",
}
const NOT_OFFERED = {
  title: 'Not available on this host',
  text: 'The console shows the API of another host, which does not offer this page.',
}
const FAILED = {
  title: 'Something went wrong',
  text: 'Please try again. If the problem persists, contact your administrator.',
}
const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
}

/** The URL has a name that nothing can have, such as one with a capital letter. The API rejects it before looking it up. */
const isImpossibleName = (error: ApiError): boolean => error.status === 400 && error.message.includes('NameOrId')

export function statusOf(error: unknown): number | undefined {
  if (error instanceof ApiError && (isImpossibleName(error) || isNotOffered(error))) return 404
  return error instanceof ApiError || isRouteErrorResponse(error) ? error.status : undefined
}

/** Code that did not arrive: offline, or gone after an upgrade. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)

export function errorText(error: unknown, place: ErrorPlace): ErrorText {
  return { ...headingOf(error), detail: detailOf(error), advice: adviceOf(error, place) }
}

function headingOf(error: unknown): { title: string; text: string } {
  if (isNotOffered(error)) return NOT_OFFERED
  return statusOf(error) === 404 ? NOT_FOUND : FAILED
}

function detailOf(error: unknown): string {
  if (error instanceof ApiError) {
    const what = `Could not load ${nameOf(error)}`
    return `${what}: ${isImpossibleName(error) ? 'The address contains an invalid name' : error.message}`
  }
  if (isRouteErrorResponse(error)) {
    return `${error.status} ${error.statusText || (STATUS_TEXTS[error.status] ?? '')}`.trim()
  }
  if (isMissingCode(error)) return 'Part of the console could not be loaded.'
  return 'Unexpected Application Error'
}

const ACRONYMS = /\b(ip|vpc|ssh|bgp|bfd|id)\b/g

/** 'floating_ip' is "floating IP data". */
const nameOf = ({ operation }: ApiError): string => {
  const noun = nounOf[operation]
  if (noun === 'me') return 'your user data'
  return `${noun.replaceAll('_', ' ').replaceAll(ACRONYMS, (word) => word.toUpperCase())} data`
}

function adviceOf(error: unknown, { isOnline, project, silo }: ErrorPlace): string | undefined {
  if (isUnreachable(error) || isMissingCode(error)) {
    return isOnline
      ? 'This page reloads once the server responds.'
      : 'You are offline. This page reloads once you are back online.'
  }
  if (!(error instanceof ApiError) || isNotOffered(error)) return undefined
  if (error.status === 403) return whoGrants(error, project, silo)
  if (statusOf(error) === 404) return 'It may have been renamed or deleted. Check the address.'
  return undefined
}

function whoGrants({ operation }: ApiError, project: string | undefined, silo: string | undefined): string {
  const ofSilo = silo ? `silo ${silo}` : 'your silo'
  if (operations[operation].includes(' /v1/system/')) return 'A fleet admin can give you access.'
  if (project) return `An admin of project ${project} or of ${ofSilo} can give you access.`
  return `An admin of ${ofSilo} can give you access.`
}
