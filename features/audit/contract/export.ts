import { defineRoute, z } from '@qd/contract-kit'
import { auditFilter } from './entry.ts'
import { exportAudit } from './permissions.ts'

/** All that is filtered as a file, newest first: JSON lines hold whole rows, CSV what the list shows. */
export const auditExport = defineRoute({
  method: 'POST',
  path: '/platform/audit/export',
  title: 'audit.export',
  permission: exportAudit,
  level: 0,
  risk: 'R2',
  scopeRule: 'reach',
  body: z.extend(auditFilter, { fileType: z.enum(['jsonl', 'csv']) }),
  audit: ({ body }) => ({ ...body }),
  reply: z.unknown(),
  raw: true,
})
