import { expect } from 'vitest'
import { bytesOfHex, decodeMessage } from '../src/index.ts'
import { rangeFault } from './ranges.ts'
import { schemaOf } from './schema-of.ts'

const PROTO2 = `syntax = "proto2"; package g;
enum Mood { CALM = 0; GLAD = 1; }
message Old {
  optional group Inner = 1 { optional int32 a = 1; optional group Deep = 2 { optional string s = 1; } }
  required int32 id = 2;
  repeated int32 plain = 3;
  repeated int32 packed = 4 [packed = true];
  optional Mood mood = 5;
  optional string text = 6;
  map<string, int32> counts = 7;
}
message Ring { optional Old old = 1; }
message Shelf { map<int32, Old> byId = 1; oneof choice { Old book = 2; int32 note = 3; } }`
const PROTO3 = `syntax = "proto3"; package n;
enum Mood { CALM = 0; GLAD = 1; }
message New {
  int64 big = 1; uint64 huge = 2; sint64 zig = 3; fixed64 eight = 4; sfixed64 signed = 5;
  string name = 6; bytes raw = 7; bool yes = 8; double d = 9; float f = 10;
  repeated int32 list = 11; repeated string names = 12; repeated Mood moods = 13;
  map<string, New> byName = 14; map<int64, Mood> byId = 15;
  oneof choice { int32 number = 16; string word = 17; New other = 18; }
  New inner = 19; repeated New many = 20; int32 small = 21; sint32 zig32 = 22; optional int32 maybe = 23;
}`
const old = schemaOf(PROTO2).schema
/** A message of proto2 and one of proto3 with all there is. */
export const both = { 'g.Old': old, 'g.Ring': old, 'g.Shelf': old, 'n.New': schemaOf(PROTO3).schema }

/** Reads hex, and checks that each byte belongs to one node. */
export function decodeHex(name: keyof typeof both, hex: string, options = {}) {
  const bytes = bytesOfHex(hex)!
  const decoded = decodeMessage(both[name], name, bytes, options)!
  expect(rangeFault(decoded.nodes, 0, bytes.length)).toBeNull()
  return decoded
}
