import { definePermission } from '@qd/contract-kit'

/** Sees the hierarchy with addresses, never with keys. */
export const readPlaces = definePermission({
  routerName: 'catalogue',
  code: 'place.read',
  type: 'menu',
  heldBy: ['reviewer'],
})

/** Changes games, operators, lines, channels and servers below a place. */
export const editPlaces = definePermission({
  routerName: 'catalogue',
  code: 'place.edit',
  type: 'button',
  heldBy: [],
})

/** Sets the key of a server; nobody reads one. */
export const editSecrets = definePermission({
  routerName: 'catalogue',
  code: 'secret.edit',
  type: 'field',
  heldBy: [],
  risk: 'R2',
})

/** Opens loopback and private networks to a server's record (T1). */
export const allowNetworks = definePermission({
  routerName: 'catalogue',
  code: 'network.allow',
  type: 'field',
  heldBy: [],
  risk: 'R2',
})
