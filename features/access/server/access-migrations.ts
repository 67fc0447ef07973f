import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const accessMigrations: Migration[] = [
  {
    name: '0001-access',
    async up(db) {
      const { schema } = db
      await schema
        .createTable('role')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('code', column.text, (c) => c.notNull().unique())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('built_in', column.int32, (c) => c.notNull())
        .execute()
      await schema
        .createTable('role_permission')
        .addColumn('role_id', column.text, (c) => c.notNull().references('role.id').onDelete('cascade'))
        .addColumn('permission_key', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('role_permission_key', ['role_id', 'permission_key'])
        .execute()
      await schema
        .createTable('user_role')
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addColumn('role_id', column.text, (c) => c.notNull().references('role.id').onDelete('cascade'))
        .addColumn('scope', column.text, (c) => c.notNull())
        .addColumn('environment', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('user_role_key', ['user_id', 'role_id', 'scope', 'environment'])
        .execute()
      await schema
        .createTable('user_group')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('parent_id', column.text, (c) => c.references('user_group.id').onDelete('cascade'))
        .execute()
      await schema
        .createTable('user_group_member')
        .addColumn('group_id', column.text, (c) =>
          c.notNull().references('user_group.id').onDelete('cascade'),
        )
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('user_group_member_key', ['group_id', 'user_id'])
        .execute()
      await schema.createIndex('user_group_member_user').on('user_group_member').column('user_id').execute()
    },
  },
]
