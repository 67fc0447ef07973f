import { defineRoute, schemas, z } from '@qd/contract-kit'

/** Own password (S3.12, S5.03); the page's repeat field never leaves the browser. A missing field is an empty one. */
export const changePassword = defineRoute({
  method: 'POST',
  path: '/platform/user/password',
  title: 'session.changePassword',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  body: z.object({
    password: z.prefault(z.string().check(z.maxLength(1024)), ''),
    oldPassword: z.prefault(z.string().check(z.maxLength(1024)), ''),
  }),
  reply: schemas.nothing,
  unknownFields: 'ignore',
})

/** What the form of one's own basic information holds (S2.26). */
export const profileBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  department: z.string().check(z.trim(), z.maxLength(64)),
  phone: z.string().check(z.trim(), z.maxLength(32), z.regex(/^[+\d ()-]*$/)),
  sex: z.enum(['', 'female', 'male', 'other']),
})

export const saveProfile = defineRoute({
  method: 'POST',
  path: '/platform/user/info',
  title: 'session.saveProfile',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  audit: ({ body }) => ({ name: body.name, department: body.department }),
  body: profileBody,
  reply: schemas.nothing,
  unknownFields: 'ignore',
})
