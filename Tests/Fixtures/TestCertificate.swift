// Certificates for servers under test.

/// A certificate for localhost, made for these tests and used nowhere else; valid until 2126.
package enum TestCertificate {
    package static let chain = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUMMToBZUW4v44UVJ7T7ozDlP3VDMwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5MTYyN1oYDzIxMjYxMDI4
        MDkxNjI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQvHemYJARMh7Kt8mJuLGFmsy2hX6LRm0eJyEkwFjgsut4M5SAE8m9Q
        JS7sgfVZGogAYcVmgdADzLsQTq57zOEOo28wbTAdBgNVHQ4EFgQU89bRU1BPhw4I
        sRrYjz74dsFnxaQwHwYDVR0jBBgwFoAU89bRU1BPhw4IsRrYjz74dsFnxaQwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgdEp++JI5RRyE7Kk6p7AGZVsndr+26ZrgoEopd6ttaJ4CIQCW
        LTqVCWz3JFHTCG03ux7qggIeHSHzqO4JlFxzdQwRuQ==
        -----END CERTIFICATE-----
        """

    package static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+ZNn3DSsWP7laQ2Y
        OkBr6/BdWxkOzn7jFItQCUBgJ/+hRANCAAQvHemYJARMh7Kt8mJuLGFmsy2hX6LR
        m0eJyEkwFjgsut4M5SAE8m9QJS7sgfVZGogAYcVmgdADzLsQTq57zOEO
        -----END PRIVATE KEY-----
        """

    /// A key that belongs to no certificate.
    package static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu5K8XKrjmZluUaZM
        LpjbjxZF0+DsNY08Q4BuRxqfAA+hRANCAARWaY9Bl5CjM5OsfcO0RIyJF7CITuzL
        Ms3Mwq9VBeTgUV/TnJ0FYBMA/5x4/JRq9eajmDnboZdBxLdUb6atFkzE
        -----END PRIVATE KEY-----
        """

    /// The same with RSA keys, which a server could use for RSA key exchange.
    package static let rsaChain = """
        -----BEGIN CERTIFICATE-----
        MIIDJzCCAg+gAwIBAgIUUpic+HVQt0hr7v1w4mk8gXe5RccwDQYJKoZIhvcNAQEL
        BQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjExMjg1MFoYDzIxMjYx
        MDI5MTEyODUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwggEiMA0GCSqGSIb3DQEB
        AQUAA4IBDwAwggEKAoIBAQCUHrcrY/tB13EDEppTfAM0Ox0HH7X9dQZl1VkPGn9c
        9SEFUfs3fFKI68J99yxrQL5YXi4A8GdsvaArs7iWdzOBWaQMhBW5YiHSrPBhkYIB
        HBZ6rkNNq2dinezBMROWIOUJsIugITw2PK4lxcWrYXXV48ZKSgayMPkyb+uMY3nz
        UlLCZg9u5k6v/i/ZMsLrVVJ0oWtRNXwJlmOAFFkBevGh3P3I7m9YowNv+ROTQ2H0
        IYbOkNF3WtYX0trY4ZurNJCHq/RqKy9tmGyTuUkECaI1c2xapGLjz9nI69GAbhU9
        3jYpQbuaimo/B87HVEEZowGN8NhrQ36VippZvKNMUI4XAgMBAAGjbzBtMB0GA1Ud
        DgQWBBS7JdoHC0Abhxsa+qzbeDKC1PnucDAfBgNVHSMEGDAWgBS7JdoHC0Abhxsa
        +qzbeDKC1PnucDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9z
        dIcEfwAAATANBgkqhkiG9w0BAQsFAAOCAQEAgte3h4r3gsuIucIuYyxjJs8heQ3t
        ROE7yK5b3ZPh5059kapnMfu096gqsnEb3hraXj34URKV97QH9pMZu0ao+7b53EZA
        9tfbhnRxTqjwR4F5i27acukuXhRBPt7zA08i4XktgAlHpml4pEzr2MPnH4hlenJW
        33YfIWZzVus7sNKzKVyPEK32IPiEooe8mlbu2Khh1k1IXBn/NDPCET7Q4ZVA5G5V
        K3gmdMfEbfWB6RMhCa7JrlM2mbvNZpEeFWUNAOpHO4UT/HKtQNPJz7bNf9KvLqPh
        X4ehM57PkgWMH9aetk8DO9G2RqTEwDoMJvxS+l00YF+ZP+KkvnMvix1X0g==
        -----END CERTIFICATE-----
        """

    package static let rsaKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCUHrcrY/tB13ED
        EppTfAM0Ox0HH7X9dQZl1VkPGn9c9SEFUfs3fFKI68J99yxrQL5YXi4A8GdsvaAr
        s7iWdzOBWaQMhBW5YiHSrPBhkYIBHBZ6rkNNq2dinezBMROWIOUJsIugITw2PK4l
        xcWrYXXV48ZKSgayMPkyb+uMY3nzUlLCZg9u5k6v/i/ZMsLrVVJ0oWtRNXwJlmOA
        FFkBevGh3P3I7m9YowNv+ROTQ2H0IYbOkNF3WtYX0trY4ZurNJCHq/RqKy9tmGyT
        uUkECaI1c2xapGLjz9nI69GAbhU93jYpQbuaimo/B87HVEEZowGN8NhrQ36VippZ
        vKNMUI4XAgMBAAECggEAMKCK2uxmgv2jRPJ5BtpqRN35UCrpeO3P7WOm6s30rURu
        lEwPUO54PCpGPkuE4istsl4s9TL3iVwRtvc4LPGyT49py5Abf7KHTx5mhmmaSBn8
        CUenodqZROd64AvoFbvz5YP3utjeZyHxvEXa+MI0yMUQBriZzStFzHiw2HSaBzbq
        RlAvqcwtlTV2cmN/o9vc03AG1jGCCyUsaO7GxfE5hUjUrrSaZ7VG4fTxc5LYJd1A
        ZfJLQH3NzcgpkjvqsQ3ejNIcJXFnRbT3ttL202WmTlg60a9nyETBufNWdgrsGCaF
        /lK1tRDy1j3qvWQMvky1bE/XDJ6/gQpMXCRdMkJa2QKBgQDEqSNnsUin2rXX8Mij
        7dGorI7aa1HkPONNPEBSL9+r08te25ml+ZjdrNJAWgLureNKVYxXH9rESu68PUhi
        Dj3W9M68lhEeloVc+Ez4IMH9MMmGvCevEUsUo4vXZmrUIqUJDCT/s/YepPrB2yRx
        FF6OjuWSo6K3N/9iZbpfRdoqWQKBgQDA0Bj7O2C6NH+9kEijfJJCpgn1z8id0YEB
        hlgREQ+LVUi0cF7tva7r4TiSmOfJZ4ezI5i6xjC+ztlJrmXtDaEE/UscsY9nvSCM
        ejNeUqAYSjuxKPnSB8HvEtAJgWlDfDMo7WQr7sgH3KY09odrPKq5phIUgk3vR/Zl
        A1rpJNCN7wKBgDEW4z6T80XrAy827G53A7mt8S62UUe+pyJ1YrzhNFzozkAMYusa
        Rb030Xe8wDSh9TVt600oJ2yOI8+bIIFResA4dY5/iyBuhDWzyUq6qpGv5u4Z83Hw
        yCQLuvF2oD35s+ZxQJ8PZeU6W1megRc09XFyW/3hmNFRSg9ew0na3t1pAoGBAKTG
        ckLpmJ0o1m3iyyDkCX5ptSNb4f91FkF+VO6o3NbfGFYTnhygOMeeXqFxiMwm7OIb
        rp8XVnsJ/Mmp/7MZLZ089Z7c40ftac6DdDjMdcKsVdztvqlONd8g/abR8GpazsHQ
        NgYRduK5H1UtxcbQPrqPAO6D+SRfJGNo/Z02+AADAoGBAK6z3Bn9V7ra/lmZrMJu
        Evfuf9CWMllPTHH8cMWHWWCNH25PJdcQ/KlIkPptbPC8pkxhssWE5p2jylvTb05t
        iCeoLFtAyLxUZ2h7lY31aROb3KMoSpbT6kYLrDjUMTX2b0HuVYlU2+wyP5p4E48R
        U6Sh7Tz8OkFGFwZ7KTxV6BuM
        -----END PRIVATE KEY-----
        """
}
