import { defineApproval } from '@qd/contract-kit'

/** Changes of lines and servers, also by a file. */
export const catalogueApproval = defineApproval({
  type: 'scope.catalogue',
  title: 'scope.catalogue',
  secrets: ['hashKey'],
})
