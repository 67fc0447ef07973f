import { queryClient, queryKeyOf } from '@qd/web-calls'
import { approvalCount, policyList } from '../../contract/index.ts'

/** Asks again for the policies and whether approvals are on. */
export function refreshPolicies(): void {
  for (const route of [policyList, approvalCount]) {
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(route) })
  }
}
