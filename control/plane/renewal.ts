// Checks again whether the caller of a request that is still under way may go on: a socket, a download, a piece of an upload.
import type { Ctx, Host } from '../frame/context.ts'
import { assertEnrolled } from '../frame/enrolled.ts'
import { Failure, forbidden, unauthorized } from '../frame/errors.ts'
import { heldParts, HeldResponse } from '../frame/held-access.ts'
import { type Asked, makeContext, type RequestCtx } from '../frame/request.ts'
import { failureOf } from '../frame/respond.ts'
import { assertInScope } from '../frame/token-scope.ts'
import { authenticate } from '../people/credential.ts'
import type { Admission } from '../system/admission.ts'

export function makeRenewal(host: Host, admission: Admission, onCommit: Parameters<typeof makeContext>[2]) {
  /** The session or token, its owner's roles, and the allow list. Throws without access. */
  async function renew({ request, caller, requestId, operation }: Asked): Promise<Ctx> {
    const ctx = makeContext(host, { request, caller, requestId, operation, headers: {} }, onCommit)
    ctx.actor = await authenticate(host, ctx.db, request, caller)
    if (!ctx.actor) throw unauthorized()
    assertInScope(ctx.actor, operation)
    assertEnrolled(ctx.actor, operation)
    if (!(await admission.admits(caller.address))) throw forbidden()
    return ctx
  }

  /** And what the handler has found. */
  const again = async (ctx: RequestCtx) => {
    const now = await renew(ctx)
    await ctx.held.find?.(now)
  }

  return {
    renew,

    body: (ctx: RequestCtx, parts: unknown) =>
      heldParts(parts as AsyncIterable<Uint8Array>, host.clock, () => again(ctx)),

    response: (ctx: RequestCtx, response: Response): Response =>
      ctx.held.find && response.body ? new HeldResponse(response, host.clock, () => again(ctx)) : response,

    /** It is no unexpected error if what the request was using has been deleted or completed meanwhile. */
    async reasonOf(ctx: RequestCtx, error: unknown): Promise<unknown> {
      if (!ctx.held.find || failureOf(error) === error) return error
      try {
        await again(ctx)
        return error
      } catch (reason) {
        return reason instanceof Failure ? reason : error
      }
    },
  }
}
