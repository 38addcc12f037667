/**
 * What the relay uses of WebRTC, by the package’s own names. The package is for the demo alone:
 * where it is not installed, the rest is built and checked as ever.
 */
declare module 'werift' {
  interface Event<Args extends readonly unknown[]> {
    subscribe(act: (...args: Args) => void): unknown;
  }
  interface RtpHeader {
    readonly ssrc: number;
    readonly sequenceNumber: number;
    readonly timestamp: number;
    readonly marker: boolean;
  }
  export interface RtpPacket {
    readonly header: RtpHeader;
    readonly payload: Buffer;
  }
  type Direction = 'inactive' | 'sendonly' | 'recvonly' | 'sendrecv';

  export class MediaStreamTrack {
    constructor(of: { readonly kind: 'video' | 'audio' });
    readonly ssrc?: number;
    readonly onReceiveRtp: Event<[RtpPacket]>;
    writeRtp(bytes: Buffer): void;
  }

  export interface RTCRtpTransceiver {
    readonly kind: string;
    readonly sender: {
      readonly onPictureLossIndication: Event<[]>;
      replaceTrack(track: MediaStreamTrack): Promise<void>;
    };
    readonly receiver: { sendRtcpPLI(source: number): Promise<void> };
    readonly onTrack: Event<[MediaStreamTrack]>;
    setDirection(direction: Direction): void;
  }

  interface Description {
    readonly type: 'offer' | 'answer';
    readonly sdp: string;
  }
  type Codec = object;
  export const useVP8: () => Codec;
  export const useOPUS: () => Codec;

  export class RTCPeerConnection {
    constructor(config: {
      readonly codecs: { readonly video: Codec[]; readonly audio: Codec[] };
      readonly iceServers: { readonly urls: string }[];
      readonly iceAdditionalHostAddresses: string[];
      readonly iceUseIpv6: boolean;
      readonly bundlePolicy?: 'max-bundle';
    });
    readonly connectionState: string;
    readonly localDescription: Description | null;
    readonly connectionStateChange: Event<[string]>;
    readonly onRemoteTransceiverAdded: Event<[RTCRtpTransceiver]>;
    readonly onTrack: Event<[MediaStreamTrack]>;
    addTransceiver(
      of: 'video' | 'audio' | MediaStreamTrack,
      options: { readonly direction: Direction },
    ): RTCRtpTransceiver;
    getTransceivers(): RTCRtpTransceiver[];
    createOffer(): Promise<Description>;
    createAnswer(): Promise<Description>;
    setLocalDescription(description: Description): Promise<unknown>;
    setRemoteDescription(description: Description): Promise<unknown>;
    close(): Promise<void>;
  }
}
