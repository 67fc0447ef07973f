import type { Environment } from '@qd/contract-kit'

export interface AccessTables {
  role: { id: string; code: string; name: string; built_in: number }
  role_permission: { role_id: string; permission_key: string }
  user_role: { user_id: string; role_id: string; scope: string; environment: Environment | '*' }
  user_group: { id: string; name: string; parent_id: string | null }
  user_group_member: { group_id: string; user_id: string }
}
