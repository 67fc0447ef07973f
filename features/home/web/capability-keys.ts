/** What a game server can offer, by the names of the contract, in the order people read them, with the key of its words. */
export const CAPABILITY_KEYS = {
  'players.lookup': 'capability.lookup',
  'data.get': 'capability.dataGet',
  'data.check': 'capability.dataCheck',
  'data.change': 'capability.dataChange',
  commands: 'capability.commands',
  'accounts.create': 'capability.accountsCreate',
  time: 'capability.time',
  'time.set': 'capability.timeSet',
  protocol: 'capability.protocol',
  proto: 'capability.proto',
  items: 'capability.items',
  limits: 'capability.limits',
  channels: 'capability.channels',
  cross: 'capability.cross',
  socket: 'capability.socket',
} as const
