/// What Jenkins, GitLab and their kin read of a JUnit report, as an XML schema. It allows nothing that the
/// schema of Jenkins (`junit-10.xsd` of its plugin xunit) does not.
enum JUnitSchema {
  static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
      <xs:attributeGroup name="counts">
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
        <xs:attribute name="time" type="xs:decimal"/>
      </xs:attributeGroup>
      <xs:complexType name="problem">
        <xs:simpleContent>
          <xs:extension base="xs:string">
            <xs:attribute name="message" type="xs:string"/>
            <xs:attribute name="type" type="xs:string" use="required"/>
          </xs:extension>
        </xs:simpleContent>
      </xs:complexType>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
          <xs:attribute name="name" type="xs:string"/>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
      <xs:element name="testsuite">
        <xs:complexType>
          <xs:sequence>
            <xs:element ref="testcase" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="file" type="xs:string"/>
          <xs:attribute name="hostname" type="xs:string"/>
          <xs:attribute name="timestamp" type="xs:dateTime"/>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
      <xs:element name="testcase">
        <xs:complexType>
          <xs:choice minOccurs="0" maxOccurs="unbounded">
            <xs:element name="skipped">
              <xs:complexType>
                <xs:attribute name="message" type="xs:string"/>
              </xs:complexType>
            </xs:element>
            <xs:element name="error" type="problem"/>
            <xs:element name="failure" type="problem"/>
            <xs:element name="system-out" type="xs:string"/>
            <xs:element name="system-err" type="xs:string"/>
          </xs:choice>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="classname" type="xs:string"/>
          <xs:attribute name="time" type="xs:decimal"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>

    """
}
