import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import { deleteRequest, getRequest, listRequests, moveRequest, saveRequest } from './saved-requests.ts'
import type { RequestsDeps } from './saved-requests.ts'

/** Requests that people keep in folders and share with groups. */
export function serveRequests(deps: RequestsDeps): ServedRoute[] {
  const effect = 'store' as const
  return [
    serve(contract.requestList, (_input, ctx) => listRequests(deps, ctx)),
    serve(contract.requestGet, (input, ctx) => getRequest(deps, input, ctx)),
    serve(contract.requestSave, { effect, handle: (input, ctx) => saveRequest(deps, input, ctx) }),
    serve(contract.requestMove, { effect, handle: (input, ctx) => moveRequest(deps, input, ctx) }),
    serve(contract.requestDelete, { effect, handle: (input, ctx) => deleteRequest(deps, input, ctx) }),
  ]
}
