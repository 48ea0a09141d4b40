import { expect, test } from 'vitest';
import { reachOf } from './outside-address.ts';

test.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])(
  '[S-13] %s is public',
  (address) => expect(reachOf(address)).toBe('public'),
);

test.each(['127.0.0.1', '127.255.0.9', '::1'])('[S-13] %s is this machine', (address) =>
  expect(reachOf(address)).toBe('loopback'),
);

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  'localhost',
  '',
])('[S-13] %s is not reached from outside', (address) => expect(reachOf(address)).toBe('inside'));
